import type { FastifyInstance } from 'fastify'
import { isLocal } from './proxied.ts'

/** The state of what the process depends on: database, migrations, projections with their lag. JSON values only. */
export type Readiness = { ready: boolean; checks: Record<string, unknown> }

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * From now on /healthz and /readyz answer 503, so that proxies choose another process; all other requests are still
     * served, each with the end of its connection.
     */
    drain(): void
  }
}

/**
 * `/healthz`: the process is running, and which version, whatever the state of the database (a restart would not help).
 * `/readyz`: it can do its work; otherwise 503. Both are 503 while it stops.
 */
export function healthRoutes(
  app: FastifyInstance,
  { readiness, production, version }: { readiness: () => Promise<Readiness>; production: boolean; version: string },
): void {
  let isClosing = false
  app.decorate('drain', () => {
    isClosing = true
  })
  app.addHook('preClose', async () => {
    isClosing = true
  })
  // Clients that get a response during shutdown reconnect to another process.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })

  const config = { policy: 'public' as const }
  app.get('/healthz', { config }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isClosing) reply.code(503).header('retry-after', '5')
    return { status: isClosing ? 'stopping' : 'ok', version }
  })
  app.get('/readyz', { config }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const unknown = (error: unknown): Readiness => {
      request.log.warn({ err: error }, 'Readiness could not be checked.')
      return { ready: false, checks: {} }
    }
    const { ready, checks } = isClosing ? { ready: false, checks: { closing: true } } : await readiness().catch(unknown)
    if (!ready) reply.code(503).header('retry-after', '5')
    // Details of delays and failures would help an attacker too: in production only admins and this machine get them.
    return production && !request.person?.isAdmin && !isLocal(request) ? { ready } : { ready, checks }
  })
}

import type { FastifyInstance } from 'fastify'
import program from '../../package.json' with { type: 'json' }

/** The state of what the process depends on: database, migrations, projections with their lag. JSON values only. */
export type Readiness = { ready: boolean; checks: Record<string, unknown> }

/**
 * `/healthz`: the process is running, and which version, whatever the state of the database (a restart would not help).
 * `/readyz`: it can do its work; otherwise, and while closing, 503.
 */
export function healthRoutes(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  // Clients answered while closing reconnect to another process.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })

  const config = { policy: 'public' as const }
  app.get('/healthz', { config }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok', version: program.version }
  })
  app.get('/readyz', { config }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const unknown = (error: unknown): Readiness => {
      request.log.warn({ err: error }, 'Readiness could not be checked.')
      return { ready: false, checks: {} }
    }
    const { ready, checks } = isClosing ? { ready: false, checks: { closing: true } } : await readiness().catch(unknown)
    if (!ready) reply.code(503).header('retry-after', '5')
    return { ready, checks }
  })
}

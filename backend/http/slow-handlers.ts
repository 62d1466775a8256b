import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

/**
 * Responds with 503 when a handler has not answered within `limit` ms (checked every `interval` ms). One sweep covers
 * all requests: Fastify’s own `handlerTimeout` creates a timer and an AbortController per request, which takes 4 % of
 * the time of a short one.
 */
export function limitHandlers(app: FastifyInstance, { limit = 30_000, interval = 5_000 } = {}): void {
  const open = new Map<FastifyRequest, { reply: FastifyReply; since: number }>() // in order of arrival

  app.addHook('onRequest', async (request, reply) => void open.set(request, { reply, since: performance.now() }))
  app.addHook('onResponse', async (request) => void open.delete(request))
  // A client that disconnected gets no response.
  app.addHook('onRequestAbort', async (request) => void open.delete(request))

  const sweep = () => {
    const oldest = performance.now() - limit
    for (const [request, { reply, since }] of open) {
      if (since > oldest) break
      open.delete(request)
      if (!reply.sent) {
        reply.log.error('A handler took too long and got a 503.')
        reply.send(new HttpProblem(503, 'This took too long. Please try again.', { headers: { 'retry-after': '10' } }))
      }
    }
  }
  const sweeping = setInterval(sweep, interval).unref()
  app.addHook('onClose', async () => clearInterval(sweeping))
}

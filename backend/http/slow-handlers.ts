import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

/**
 * Answers 503 for a handler that has not answered after `limit` ms, within `every` ms more. One sweep looks after all of
 * them: Fastify's own `handlerTimeout` makes a timer and an AbortController for each request, which a short one costs
 * 4 % of its time.
 */
export function limitHandlers(app: FastifyInstance, { limit = 30_000, every = 5_000 } = {}): void {
  const open = new Map<FastifyRequest, { reply: FastifyReply; since: number }>() // keeps the order of arrival

  app.addHook('onRequest', async (request, reply) => void open.set(request, { reply, since: performance.now() }))
  app.addHook('onResponse', async (request) => void open.delete(request))
  // A client that went away gets no response.
  app.addHook('onRequestAbort', async (request) => void open.delete(request))

  const sweep = () => {
    const oldest = performance.now() - limit
    for (const [request, { reply, since }] of open) {
      if (since > oldest) break
      open.delete(request)
      if (!reply.sent) {
        reply.log.error('A handler took too long and was answered for.')
        reply.send(new HttpProblem(503, 'This took too long. Please try again.', { headers: { 'retry-after': '10' } }))
      }
    }
  }
  const sweeping = setInterval(sweep, every).unref()
  app.addHook('onClose', async () => clearInterval(sweeping))
}

import type { FastifyInstance, FastifyReply } from 'fastify'
import { HttpProblem } from './problem.ts'

/**
 * Answers 503 for a handler that has not answered after `limit` ms, within `every` ms more. One sweep looks after all of
 * them: Fastify's own `handlerTimeout` makes a timer and an AbortController for each request, which a short one costs
 * 4 % of its time.
 */
export function limitHandlers(app: FastifyInstance, { limit = 30_000, every = 5_000 } = {}): void {
  const open = new Map<FastifyReply, number>() // keeps the order of arrival

  app.addHook('onRequest', async (_request, reply) => void open.set(reply, performance.now()))
  app.addHook('onResponse', async (_request, reply) => void open.delete(reply))
  // A client that went away gets no response; its reply is let go all the same.
  app.addHook('onRequestAbort', async (request) => {
    for (const reply of open.keys()) if (reply.request === request) open.delete(reply)
  })

  const sweep = () => {
    const oldest = performance.now() - limit
    for (const [reply, since] of open) {
      if (since > oldest) break
      open.delete(reply)
      if (!reply.sent) {
        reply.log.error('A handler took too long and was answered for.')
        reply.send(new HttpProblem(503, 'This took too long. Please try again.', { headers: { 'retry-after': '10' } }))
      }
    }
  }
  const sweeping = setInterval(sweep, every).unref()
  app.addHook('onClose', async () => clearInterval(sweeping))
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

type OpenRequest = { reply: FastifyReply; since: number }

declare module 'fastify' {
  interface FastifyRequest {
    open: OpenRequest | null
  }
}

/**
 * Responds with 503 when a handler has not answered within `limit` ms (checked every `interval` ms). One sweep covers
 * all requests: Fastify’s own `handlerTimeout` creates a timer and an AbortController per request, which takes 4 % of
 * the time of a short one.
 */
export function limitHandlers(app: FastifyInstance, { limit = 30_000, interval = 5_000 } = {}): void {
  // Not a Set: after many changes V8 keeps what was in it until a full collection (decisions/0054).
  let open: OpenRequest[] = []

  app.decorateRequest('open', null)
  app.addHook('onRequest', async (request, reply) => {
    request.open = { reply, since: performance.now() }
    open.push(request.open)
  })
  const close = async (request: FastifyRequest) => {
    const place = request.open ? open.indexOf(request.open) : -1
    if (place >= 0) open.splice(place, 1)
  }
  app.addHook('onResponse', close)
  // A client that disconnected gets no response.
  app.addHook('onRequestAbort', close)

  const sweep = () => {
    const oldest = performance.now() - limit
    const late = open.filter(({ since }) => since <= oldest)
    open = open.filter(({ since }) => since > oldest)
    for (const { reply } of late) {
      if (reply.sent) continue
      reply.log.error('A handler took too long and got a 503.')
      reply.send(new HttpProblem(503, 'This took too long. Please try again.', { headers: { 'retry-after': '10' } }))
    }
  }
  const sweeping = setInterval(sweep, interval).unref()
  app.addHook('onClose', async () => clearInterval(sweeping))
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

/** `due`: when it must have been answered, on the clock of `performance`. */
type OpenRequest = { reply: FastifyReply; due: number }

declare module 'fastify' {
  interface FastifyRequest {
    open: OpenRequest | null
  }
}

/**
 * Responds with 503 when a handler has not answered within `limit` ms (checked every `interval` ms), or within `fileLimit`
 * where it takes a file, which has up to 100,000 rows. One sweep covers all requests: Fastify’s own `handlerTimeout`
 * creates a timer and an AbortController per request, which takes 4 % of the time of a short one.
 */
export function limitHandlers(
  app: FastifyInstance,
  { limit = 30_000, fileLimit = 120_000, interval = 5_000 } = {},
): void {
  // Not a Set: after many changes V8 keeps what was in it until a full collection (decisions/0054).
  let open: OpenRequest[] = []

  app.decorateRequest('open', null)
  app.addHook('onRequest', async (request, reply) => {
    const timeout = request.routeOptions.config?.takesFile ? fileLimit : limit
    request.open = { reply, due: performance.now() + timeout }
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
    const now = performance.now()
    const late = open.filter(({ due }) => due <= now)
    open = open.filter(({ due }) => due > now)
    for (const { reply } of late) {
      if (reply.sent) continue
      reply.log.error('A handler took too long and got a 503.')
      reply.send(new HttpProblem(503, 'This took too long. Please try again.', { headers: { 'retry-after': '10' } }))
    }
  }
  const sweeping = setInterval(sweep, interval).unref()
  app.addHook('onClose', async () => clearInterval(sweeping))
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApi } from './guards.ts'
import { isSafe } from './origin.ts'
import { HttpProblem, sendProblem } from './problem.ts'

export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply

/** `/api/prayers/:id` as an expression; null for wildcards, which say nothing about one address. */
function expression(url: string): RegExp | null {
  if (url.includes('*')) return null
  const segments = url.split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)))
  return new RegExp(`^${segments.join('/')}$`)
}

/**
 * Answers what no route takes: 405 with Allow where other methods exist (204 for OPTIONS), else 404,
 * as a page for a browser outside the API.
 */
export function answerNotFound(app: FastifyInstance, page?: NotFoundPage) {
  const routes: { matches: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    const matches = expression(url)
    if (matches) routes.push({ matches, methods: [method].flat() })
  })

  const notFound = async (request: FastifyRequest, reply: FastifyReply) => {
    const { method, url } = request
    const path = url.split('?', 1)[0] ?? url
    const methods = new Set(routes.filter(({ matches }) => matches.test(path)).flatMap((route) => route.methods))
    // Its GET is answered before Fastify hears of it: what takes a form is a page.
    if (methods.size > 0 && page && !isApi(url)) methods.add('GET').add('HEAD')
    // A handler that finds no page calls this too: then the method itself was right.
    if (methods.size > 0 && !methods.has(method)) {
      const allow = [...methods, 'OPTIONS'].sort().join(', ')
      if (method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
      const message = `This address does not take ${method} requests. It takes ${allow}.`
      return sendProblem(reply, new HttpProblem(405, message, { headers: { allow } }))
    }
    if (page && isSafe(method) && !isApi(url)) return page(request, reply)
    return sendProblem(reply, new HttpProblem(404, 'There is nothing at this address.'))
  }
  app.setNotFoundHandler(notFound)
  return notFound
}

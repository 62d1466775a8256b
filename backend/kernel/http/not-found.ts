import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApi } from './guards.ts'
import { isSafe } from './origin.ts'
import { HttpProblem, sendProblem } from './problem.ts'

export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply

/** `/api/prayers/:id` as a regular expression; null for wildcards, which match any URL. */
function expression(url: string): RegExp | null {
  if (url.includes('*')) return null
  const segments = url.split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)))
  return new RegExp(`^${segments.join('/')}$`)
}

/**
 * Answers requests without a matching route: 405 with Allow where other methods exist (204 for OPTIONS), otherwise 404,
 * as a page for browsers outside the API.
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
    // Its GET is answered before it reaches Fastify, because a URL that accepts a form is a page.
    if (methods.size > 0 && page && !isApi(url)) methods.add('GET').add('HEAD')
    // Also called by handlers that find no item: the method itself was right then.
    if (methods.size > 0 && !methods.has(method)) {
      const allow = [...methods, 'OPTIONS'].sort().join(', ')
      if (method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
      const message = `This URL does not support ${method} requests. It supports ${allow}.`
      return sendProblem(reply, new HttpProblem(405, message, { headers: { allow } }))
    }
    if (page && isSafe(method) && !isApi(url)) return page(request, reply)
    return sendProblem(reply, new HttpProblem(404, 'There is nothing at this address.'))
  }
  app.setNotFoundHandler(notFound)
  return notFound
}

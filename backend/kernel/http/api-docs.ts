import { readFileSync } from 'node:fs'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { renderApiPage } from './api-page.ts'
import { isApi } from './guards.ts'
import { describeApi, type OpenApi } from './openapi.ts'
import { apiContentSecurityPolicy } from './security-headers.ts'

const layout = readFileSync(new URL('./api-page.css', import.meta.url), 'utf8')
const config = { policy: 'public' as const }

export type ApiPage = {
  title: string
  /** CSS that sets the properties which `api-page.css` reads. */
  colors: string
}

/** `/api/openapi.json` (OpenAPI 3.1) and the readable page `/api/docs`; both are built once, on first request. */
export function apiDocumentation(
  app: FastifyInstance,
  { colors, ...api }: ApiPage & { sessionCookie: string; server: string },
): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (isApi(route.url)) routes.push(route)
  })

  let built: { document: OpenApi; json: string; page: string } | undefined
  const build = () => {
    const document = describeApi(routes, api)
    built = { document, json: JSON.stringify(document, null, 2), page: renderApiPage(document) }
    return built
  }

  app.get(
    '/api/openapi.json',
    { config, schema: { summary: 'The OpenAPI 3.1 document of this API.' } },
    async (_request, reply) => reply.type('application/json; charset=utf-8').send((built ?? build()).json),
  )
  app.get(
    '/api/docs',
    { config, schema: { summary: 'The API documentation as a web page.' } },
    async (_request, reply) =>
      reply
        .header('content-security-policy', `${apiContentSecurityPolicy}; style-src 'self'`)
        .type('text/html; charset=utf-8')
        .send((built ?? build()).page),
  )
  app.get(
    '/api/docs.css',
    { config, schema: { summary: 'The style sheet of the API documentation.' } },
    async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/css; charset=utf-8')
        .send(colors + layout),
  )
}

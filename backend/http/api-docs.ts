import { readFileSync } from 'node:fs'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { renderApiPage } from './api-page.ts'
import { isApi } from './guards.ts'
import { describeApi, type OpenApi } from './openapi.ts'
import { apiContentSecurityPolicy } from './security-headers.ts'

const stylesheet = readFileSync(new URL('./api-page.css', import.meta.url), 'utf8')
const config = { policy: 'public' as const }

/** `/api/openapi.json` (OpenAPI 3.1) and the same for people at `/api/docs`; both made once, when first asked for. */
export function apiDocumentation(app: FastifyInstance, sessionCookie: string): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (isApi(route.url)) routes.push(route)
  })

  let made: { document: OpenApi; json: string; page: string } | undefined
  const make = () => {
    const document = describeApi(routes, sessionCookie)
    made = { document, json: JSON.stringify(document, null, 2), page: renderApiPage(document) }
    return made
  }

  app.get(
    '/api/openapi.json',
    { config, schema: { summary: 'This description of the API.' } },
    async (_request, reply) => reply.type('application/json; charset=utf-8').send((made ?? make()).json),
  )
  app.get(
    '/api/docs',
    { config, schema: { summary: 'The description of the API, for people.' } },
    async (_request, reply) =>
      reply
        .header('content-security-policy', `${apiContentSecurityPolicy}; style-src 'self'`)
        .type('text/html; charset=utf-8')
        .send((made ?? make()).page),
  )
  app.get('/api/docs.css', { config, schema: { summary: 'The style of the page.' } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(stylesheet),
  )
}

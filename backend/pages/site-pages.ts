import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { pageText } from './page-text.ts'
import { createPages } from './projected.ts'
import { createFormPage } from './rendering/form-page.ts'
import { createPageCopies } from './rendering/page-copies.ts'
import { createPageRefresher } from './rendering/page-refresher.ts'
import { createPageRenderer } from './rendering/page-renderer.ts'
import { loadBuiltPages } from './serving/built-pages.ts'
import { contentSecurityPolicy } from './serving/content-security-policy.ts'
import { dist } from './serving/dist.ts'
import type { FirstSource } from './serving/first-source.ts'
import { createPageServer, type OnServed } from './serving/page-server.ts'
import { createPageStore } from './serving/page-store.ts'
import { addSitemap } from './sitemap.ts'

export type SitePages = Awaited<ReturnType<typeof createSitePages>>

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** The built site in memory, its projected pages as last seen, and the refresher that keeps them current. */
export async function createSitePages({
  pool,
  copiesFolder,
  siteUrl,
  securityHeaders,
  keepAlive,
  packedLimit,
  firstSource,
  onServed,
  onHint,
  onError,
}: {
  pool: pg.Pool
  copiesFolder: string
  siteUrl: string
  securityHeaders: Record<string, string>
  /** Keep-alive timeout of the server, in seconds. */
  keepAlive: number
  /** Bytes of the pages of which there may be thousands. */
  packedLimit?: number
  firstSource?: FirstSource
  onServed: OnServed
  onHint: (listener: () => void) => () => void
  onError: (error: unknown, message: string) => void
}) {
  const store = createPageStore({ securityHeaders, packedLimit })
  const build = loadBuiltPages(dist, store)
  const render = createPageRenderer({ entry: join(dist, 'server', 'entry.mjs'), siteUrl })
  const copies = createPageCopies(copiesFolder, onError)
  const all = createPages()
  const refresher = createPageRefresher({
    ...all,
    pool,
    store,
    render,
    copies,
    build,
    siteUrl,
    onHint,
    onError,
    onListed: () => addSitemap(store, siteUrl),
  })
  await refresher.restore()
  const server = createPageServer(store, {
    keepAlive,
    firstSource,
    onServed,
    securityHeaders,
    isComplete: () => refresher.isRestored,
  })
  return {
    server,
    refresher,
    formPage: createFormPage({ ...all, pool, render, copies }),
    /** A page for one reader, with what it shows them; it is kept nowhere. */
    async showPage(path: string, content: object): Promise<{ html: Buffer; csp: string }> {
      const { html, csp } = await render(path, content)
      return { html, csp: contentSecurityPolicy(csp) }
    },
    /** The words of the privacy page; null where the build has none. */
    privacyText: pageText(store.get('/privacy')?.answers.identity.body.toString() ?? ''),
    /** The 404 page of the site in place of Fastify's response. */
    async notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      reply.hijack()
      if (!refresher.isRestored) {
        await refresher.restored()
        if (server.tryServe(request.raw, reply.raw)) return reply
      }
      const [path = ''] = (request.raw.url ?? '').split('?')
      const isDropped = isReading(request) && store.has(path) && store.get(path) === undefined
      if (isDropped) {
        if ((await refresher.bringBack(path)) && server.tryServe(request.raw, reply.raw)) return reply
        // A page that is no longer public is gone by now.
        if (store.has(path)) {
          reply.raw.writeHead(503, { 'retry-after': '5' }).end()
          return reply
        }
      }
      if (!server.notFound(request.raw, reply.raw, request.id)) reply.raw.writeHead(404).end()
      return reply
    },
  }
}

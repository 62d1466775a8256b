import { element, xml } from './formats/xml.ts'
import { compress } from './serving/compress.ts'
import type { PageStore } from './serving/page-store.ts'

/** Adds /sitemap.xml and /robots.txt for the pages in the store; they contain the public URL of the site. */
export async function addSitemap(store: PageStore, siteUrl: string): Promise<void> {
  const listed = [...store.all()].filter(({ isListed }) => isListed).map(({ path }) => path)
  const urls = listed.sort().map((path) => element('url', {}, element('loc', {}, new URL(path, siteUrl).href)))
  const namespace = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }
  await addText(store, '/sitemap.xml', 'application/xml; charset=utf-8', xml('urlset', namespace, urls))
  const robots = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${new URL('/sitemap.xml', siteUrl).href}`, '']
  await addText(store, '/robots.txt', 'text/plain; charset=utf-8', robots.join('\n'))
}

async function addText(store: PageStore, path: string, contentType: string, text: string): Promise<void> {
  const bodies = await compress(Buffer.from(text), contentType, { quality: 'quick' })
  store.set({ path, status: 200, contentType, caching: 'revalidate', csp: null, isListed: false, bodies })
}

import { element, type Markup, xml } from './formats/xml.ts'
import { compress } from './serving/compress.ts'
import type { PageStore } from './serving/page-store.ts'

/** The protocol allows this many addresses in one file. */
const maxAddresses = 50_000

const namespace = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/**
 * Adds /sitemap.xml and /robots.txt for the pages in the store; they contain the public URL of the site. With more than
 * `limit` pages, /sitemap.xml is an index of /sitemap-1.xml and so on.
 */
export async function addSitemap(store: PageStore, siteUrl: string, { limit = maxAddresses } = {}): Promise<void> {
  const listed = [...store.all()].filter(({ isListed }) => isListed).map(({ path }) => path)
  listed.sort()
  const entry = (name: string) => (path: string) => element(name, {}, element('loc', {}, new URL(path, siteUrl).href))
  const add = (path: string, root: string, entries: readonly Markup[]) =>
    addText(store, path, 'application/xml; charset=utf-8', xml(root, namespace, entries))
  const count = listed.length > limit ? Math.ceil(listed.length / limit) : 0
  const parts = Array.from({ length: count }, (_, index) => `/sitemap-${index + 1}.xml`)
  // Parts before the index, so that the index never names a file that does not exist yet.
  for (const [index, path] of parts.entries())
    await add(path, 'urlset', listed.slice(index * limit, (index + 1) * limit).map(entry('url')))
  if (count > 0) await add('/sitemap.xml', 'sitemapindex', parts.map(entry('sitemap')))
  else await add('/sitemap.xml', 'urlset', listed.map(entry('url')))
  for (let number = count + 1; store.has(`/sitemap-${number}.xml`); number++) store.remove(`/sitemap-${number}.xml`)
  const robots = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${new URL('/sitemap.xml', siteUrl).href}`, '']
  await addText(store, '/robots.txt', 'text/plain; charset=utf-8', robots.join('\n'))
}

async function addText(store: PageStore, path: string, contentType: string, text: string): Promise<void> {
  const bodies = await compress(Buffer.from(text), contentType, { quality: 'quick' })
  store.set({ path, status: 200, contentType, caching: 'revalidate', csp: null, isListed: false, bodies })
}

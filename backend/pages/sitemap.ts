import type { PageStore } from './page-store.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Puts /sitemap.xml and /robots.txt for the pages in the store beside them; they name the site's public address. */
export function addSitemap(store: PageStore, siteUrl: string): void {
  const listed = [...store.all()].filter(({ isListed }) => isListed).map(({ path }) => path)
  const urls = listed.sort().map((path) => `  <url><loc>${escaped(new URL(path, siteUrl).href)}</loc></url>\n`)
  addText(
    store,
    '/sitemap.xml',
    'application/xml; charset=utf-8',
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
  )
  const robots = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${new URL('/sitemap.xml', siteUrl).href}`, '']
  addText(store, '/robots.txt', 'text/plain; charset=utf-8', robots.join('\n'))
}

function addText(store: PageStore, path: string, contentType: string, text: string): void {
  const bodies = { identity: Buffer.from(text), gzip: null, br: null }
  store.set({ path, status: 200, contentType, caching: 'revalidate', csp: null, isListed: false, bodies })
}

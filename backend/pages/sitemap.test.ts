import { expect, it } from 'vitest'
import { createPageStore, type PageStore } from './serving/page-store.ts'
import { addSitemap } from './sitemap.ts'

const siteUrl = 'https://campaign.example.org'

function storeWith(paths: readonly string[]): PageStore {
  const store = createPageStore()
  const bodies = { identity: Buffer.from('<h1>Page</h1>'), gzip: null, br: null }
  const page = { status: 200, contentType: 'text/html', caching: 'revalidate', csp: '', isListed: true } as const
  for (const path of paths) store.set({ ...page, path, bodies })
  return store
}

const textOf = (store: PageStore, path: string) => store.get(path)?.answers.identity.body.toString() ?? null
const addressesIn = (store: PageStore, path: string) =>
  [...(textOf(store, path) ?? '').matchAll(/<loc>https:\/\/campaign\.example\.org([^<]*)<\/loc>/g)].map(
    ([, address]) => address,
  )
const news = (count: number) => Array.from({ length: count }, (_, index) => `/news/${index + 1}`)

it('one file is enough up to the limit', async () => {
  const store = storeWith(news(3))
  await addSitemap(store, siteUrl, { limit: 3 })
  expect(textOf(store, '/sitemap.xml')).toContain('<urlset')
  expect(addressesIn(store, '/sitemap.xml')).toEqual(news(3))
  expect(store.has('/sitemap-1.xml')).toBe(false)
})

it('more addresses are split, and an index names the parts', async () => {
  const store = storeWith(news(7))
  await addSitemap(store, siteUrl, { limit: 3 })
  expect(textOf(store, '/sitemap.xml')).toContain('<sitemapindex')
  const parts = ['/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-3.xml']
  expect(addressesIn(store, '/sitemap.xml')).toEqual(parts)
  expect(parts.map((path) => addressesIn(store, path).length)).toEqual([3, 3, 1])
  expect(parts.flatMap((path) => addressesIn(store, path))).toEqual(news(7))
  expect(textOf(store, '/robots.txt')).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
})

it('parts disappear with the pages in them', async () => {
  const store = storeWith(news(7))
  await addSitemap(store, siteUrl, { limit: 3 })
  store.remove('/news/7')
  await addSitemap(store, siteUrl, { limit: 3 })
  expect(addressesIn(store, '/sitemap.xml')).toEqual(['/sitemap-1.xml', '/sitemap-2.xml'])
  expect(store.has('/sitemap-3.xml')).toBe(false)
  for (const path of news(6).slice(2)) store.remove(path)
  await addSitemap(store, siteUrl, { limit: 3 })
  expect(addressesIn(store, '/sitemap.xml')).toEqual(['/news/1', '/news/2'])
  expect(store.has('/sitemap-1.xml')).toBe(false)
})

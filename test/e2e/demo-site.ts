import { type APIRequestContext, expect, request } from '@playwright/test'
import { createTestApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { makeFirstAdmin, type SignedIn } from './people.ts'
import { test as base, lending } from './test.ts'

export type DemoSite = {
  url: string
  /** The admin's cookies. */
  admin: SignedIn
  /** The paths in the sitemap: '/', '/about', … */
  paths: string[]
}

/**
 * A separate product with the demo content of a first start, which no other test changes. Besides the demo's events it
 * has one that is full and one that is cancelled.
 */
export const test = base.extend<object, { demo: DemoSite }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const folder = temporaryDataFolder()
      const app = await createTestApp({ http: 'socket', folder, env: { DEMO_CONTENT: 'on' } })
      try {
        const { url, firstAdminLink = '' } = app
        const admin = await makeFirstAdmin(url, firstAdminLink)
        const context = await request.newContext({
          baseURL: url,
          storageState: admin,
          extraHTTPHeaders: { origin: url },
        })
        await addEvents(context)
        const paths = await listedPaths(context)
        await context.dispose()
        await use({ url, admin, paths })
      } finally {
        await app.stop()
        await folder.remove()
      }
    },
    lending,
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
})

async function addEvents(admin: APIRequestContext): Promise<void> {
  const add = async (title: string, capacity: number | null): Promise<number> => {
    const eventDate = new Date(Date.now() + 5 * 24 * 3600 * 1000).toISOString().slice(0, 10)
    const details = { category: 'summit', location: 'Grange hall, Monon', description: `${title}: bring a question.` }
    const answer = await admin.post('/api/admin/events', { data: { title, eventDate, capacity, ...details } })
    return (await answer.json()).id
  }
  const full = await add('Kitchen table with the candidate', 1)
  const guest = { name: 'Ruth Guest', email: 'ruth@example.org' }
  expect((await admin.post(`/api/events/${full}/rsvp`, { data: guest })).status()).toBe(201)
  const cancelled = await add('Breakfast at the grain elevator', null)
  expect((await admin.post(`/api/admin/events/${cancelled}/cancel`)).ok()).toBe(true)
  await expect.poll(async () => (await admin.get(`/events/${cancelled}`)).text()).toContain('has been cancelled')
  await expect.poll(() => listedPaths(admin)).toContain(`/events/${full}`)
}

async function listedPaths(context: APIRequestContext): Promise<string[]> {
  const sitemap = await (await context.get('/sitemap.xml')).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

export { expect }

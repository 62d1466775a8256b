import type { BrowserContext, Page } from '@playwright/test'
import { newPerson, register } from './people.ts'
import { expect, full, test } from './test.ts'

/** State that a test finds in its browser. */
async function traces(page: Page) {
  const { user }: { user: object | null } = await (await page.request.get('/api/auth/status')).json()
  const inPage = await page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    notifications: (await navigator.permissions.query({ name: 'notifications' })).state,
    isOnline: navigator.onLine,
    width: innerWidth,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isInThePast: Date.now() < Date.UTC(2001),
    windowName: window.name,
    scripts: document.documentElement.dataset.left ?? '',
  }))
  // The first page of a visit leaves where it came from (decisions/0163).
  const cookies = (await page.context().cookies()).filter(({ name }) => name !== 'first-source')
  return { user, cookies, pages: page.context().pages().length, ...inPage }
}

const untouched = {
  user: null,
  cookies: [],
  pages: 2, // with the one that keeps the process
  local: 0,
  session: 0,
  databases: 0,
  caches: 0,
  notifications: 'prompt',
  isOnline: true,
  width: 1280,
  isDark: false,
  isInThePast: false,
  windowName: '',
  scripts: '',
}

/** Changes that tests make to their browser. */
const deeds: { [deed: string]: (page: Page, context: BrowserContext) => Promise<unknown> } = {
  'signs in': (page) => register(page.request, newPerson()),
  'keeps things in the page': (page) =>
    page.evaluate(async () => {
      await cookieStore.set('left', '1')
      localStorage.setItem('left', '1')
      sessionStorage.setItem('left', '1')
      window.name = 'left'
      await caches.open('left')
      await new Promise((done) => {
        indexedDB.open('left').onsuccess = done
      })
    }),
  'changes the screen and goes offline': async (page, context) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.addInitScript(() => {
      document.documentElement.dataset.left = 'page'
    })
    await page.route('**', (route) => route.fulfill({ body: 'left' }))
    await context.newPage()
    await context.setOffline(true)
  },
  'changes scripts, permissions and requests': async (_page, context) => {
    await context.addInitScript(() => {
      document.documentElement.dataset.left = 'context'
    })
    await context.grantPermissions(['notifications'])
    await context.route('**', (route) => route.fulfill({ body: 'left' }))
  },
  'changes the time': (page) => page.clock.setFixedTime('2000-01-01T12:00:00Z'),
}

// A test follows each action, and the first one runs again.
for (const [number, [deed, leave]] of [...Object.entries(deeds), ...Object.entries(deeds).slice(0, 1)].entries())
  test(`visit ${number + 1} finds no traces of the others, and ${deed}`, full, async ({ page, context }) => {
    await page.goto('/about')
    expect(await traces(page)).toEqual(untouched)
    await leave(page, context)
  })

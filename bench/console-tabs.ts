import { type Browser, chromium, type Page } from '@playwright/test'
import { adminTabs } from '../site/stores/admin/console.ts'
import { makeFirstAdmin, type SignedIn } from '../test/e2e/people.ts'
import { browserLaunch } from '../test/support/browser.ts'
import { startApp, temporaryDataFolder } from '../test/support/running-app.ts'
import { insertListRows } from './list-rows.ts'
import { median, startBenchDatabase, table } from './support.ts'

const rows = 10_000

/** Milliseconds from the click to the frame with the first rows; `again`: the second time, rows and script are there. */
export type ConsoleTabFigures = { tab: string; first: number; slowest: number; again: number }[]

/** Every tab of the console in a headless browser, with demo content and ten thousand rows in the long lists. */
export async function benchConsoleTabs({ rounds = 5 } = {}): Promise<ConsoleTabFigures> {
  const { database, url, stop } = await startBenchDatabase({ max: 2 })
  const folder = temporaryDataFolder()
  const app = await startApp(folder, { DEMO_CONTENT: 'on', DATABASE_URL: url })
  const browser = await chromium.launch(browserLaunch())
  try {
    const admin = await makeFirstAdmin(app.url, app.firstAdminLink ?? '')
    await insertListRows(database.pool, { first: 1000, last: 999 + rows })
    await database.pool.query('ANALYZE')
    const figures: ConsoleTabFigures = []
    for (const { id: tab, label } of adminTabs) {
      const taken: { first: number; again: number }[] = []
      // The first round warms server and browser up.
      for (let round = 0; round <= rounds; round++) {
        const times = await chooseTwice(browser, {
          url: app.url,
          admin,
          label,
          from: tab === 'emails' ? 'users' : 'emails',
        })
        if (round > 0) taken.push(times)
      }
      const first = taken.map((times) => times.first)
      figures.push({
        tab: label,
        first: median(first),
        slowest: Math.max(...first),
        again: median(taken.map(({ again }) => again)),
      })
    }
    return figures
  } finally {
    await browser.close()
    await app.stop()
    await stop()
    await folder.remove()
  }
}

/** In a new browser profile, so that no script is cached. */
async function chooseTwice(
  browser: Browser,
  { url, admin, label, from }: { url: string; admin: SignedIn; label: string; from: string },
): Promise<{ first: number; again: number }> {
  const context = await browser.newContext({
    baseURL: url,
    storageState: admin,
    viewport: { width: 1280, height: 800 },
  })
  try {
    const page = await context.newPage()
    await page.goto(`/admin?tab=${from}`, { waitUntil: 'networkidle' })
    const start = await page.getByRole('tab', { selected: true }).textContent()
    const first = await choose(page, label)
    await choose(page, (start ?? '').trim())
    return { first, again: await choose(page, label) }
  } finally {
    await context.close()
  }
}

declare global {
  interface Window {
    /** Milliseconds from the last choice of a tab to its rows. */
    rowsAfter: number | undefined
  }
}

async function choose(page: Page, label: string): Promise<number> {
  await page.evaluate(watchNextChoice)
  await page.getByRole('tab', { name: label }).click()
  await page.waitForFunction(() => window.rowsAfter !== undefined)
  return (await page.evaluate(() => window.rowsAfter)) ?? Number.NaN
}

/** Runs in the page. Measures from the next click on a tab until a frame with its rows, and no placeholder, was painted. */
function watchNextChoice(): void {
  window.rowsAfter = undefined
  const follow = ({ target, timeStamp }: MouseEvent) => {
    const tab = target instanceof Element ? target.closest('[role=tab]') : null
    const isShown = () => {
      const panel = document.querySelector(`[role=tabpanel][aria-labelledby="${tab?.id}"]`)
      return panel?.querySelector('h2') && !panel.querySelector('.skeleton')
    }
    const observer = new MutationObserver(() => {
      if (!isShown()) return
      observer.disconnect()
      // Before the next frame is painted; the message arrives after it.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          window.rowsAfter = performance.now() - timeStamp
        }
        port2.postMessage(null)
      })
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  }
  addEventListener('click', follow, { capture: true, once: true })
}

export function consoleTabsTable(figures: ConsoleTabFigures): string {
  const ms = (value: number) => value.toFixed(0)
  return table(
    ['Tab, in ms', 'first time', 'slowest', 'again'],
    figures.map(({ tab, first, slowest, again }) => [tab, ms(first), ms(slowest), ms(again)]),
  )
}

if (import.meta.main) console.log(consoleTabsTable(await benchConsoleTabs()))

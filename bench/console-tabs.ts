import { type Browser, chromium, type Page } from '@playwright/test'
import { adminTabs } from '../site/stores/admin/console.ts'
import { makeFirstAdmin, type SignedIn } from '../test/e2e/people.ts'
import { createTestApp } from '../test/support/app/app.ts'
import { temporaryDataFolder } from '../test/support/app/data-folder.ts'
import { readyBrowser } from '../test/support/browser/browser.ts'
import { insertListRows } from './list-rows.ts'
import { median, startBenchDatabase, table } from './support.ts'

/**
 * Milliseconds from the click to a painted frame: with the first rows, and with everything. `again`: with the first rows,
 * the second time, when rows and script are there.
 */
export type ConsoleTabFigures = { tab: string; rows: number; slowest: number; everything: number; again: number }[]

/** Every tab of the console in a headless browser, with demo content and ten thousand rows in the long lists. */
export async function benchConsoleTabs({ rounds, rows }: { rounds: number; rows: number }): Promise<ConsoleTabFigures> {
  const { database, url, stop } = await startBenchDatabase({ max: 2 })
  const folder = temporaryDataFolder()
  const app = await createTestApp({ http: 'socket', folder, env: { DEMO_CONTENT: 'on', DATABASE_URL: url } })
  const browser = await chromium.launch(readyBrowser())
  try {
    const admin = await makeFirstAdmin(app.url, app.firstAdminLink ?? '')
    await insertListRows(database.pool, { first: 1000, last: 999 + rows })
    await database.pool.query('ANALYZE')
    const figures: ConsoleTabFigures = []
    for (const { id: tab, label } of adminTabs) {
      const taken: Choice[] = []
      const again: number[] = []
      // The first round warms server and browser up.
      for (let round = 0; round <= rounds; round++) {
        const [first, second] = await chooseTwice(browser, {
          url: app.url,
          admin,
          label,
          from: tab === 'emails' ? 'users' : 'emails',
        })
        if (round === 0) continue
        taken.push(first)
        again.push(second.rows)
      }
      const untilRows = taken.map(({ rows }) => rows)
      figures.push({
        tab: label,
        rows: median(untilRows),
        slowest: Math.max(...untilRows),
        everything: median(taken.map(({ everything }) => everything)),
        again: median(again),
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
): Promise<[first: Choice, again: Choice]> {
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
    return [first, await choose(page, label)]
  } finally {
    await context.close()
  }
}

/** Milliseconds from the click to the frame with the first rows, and to the one with all rows and no placeholder. */
type Choice = { rows: number; everything: number }

declare global {
  interface Window {
    /** The next choice of a tab. */
    choice: Promise<Choice>
  }
}

async function choose(page: Page, label: string): Promise<Choice> {
  await page.evaluate(watchNextChoice)
  // Asked for before the click, so that the browser does nothing for the measurement while it is measured.
  const choice = page.evaluate(() => window.choice)
  await page.getByRole('tab', { name: label }).click()
  return await choice
}

/** Runs in the page. Measures from the next click on a tab until frames were painted. */
function watchNextChoice(): void {
  const { promise, resolve } = Promise.withResolvers<Choice>()
  window.choice = promise
  const follow = ({ target, timeStamp }: MouseEvent) => {
    const tab = target instanceof Element ? target.closest('[role=tab]') : null
    let rows = Number.NaN
    let isSeen = false
    const isShown = (panel: Element) =>
      panel.querySelector('.table-scroll tbody td:not(:has(.skeleton)), .table-empty, .stat-figure, .alleles') !== null
    /** 'Showing 50 of 1,234 prayers' tells how many rows there will be. */
    const isWhole = (panel: Element) => {
      const [, count = '0'] =
        panel.querySelector('.table-foot [role=status]')?.textContent?.match(/^Showing (\d+)/) ?? []
      const { length } = panel.querySelectorAll('.table-scroll tbody tr')
      return !panel.querySelector('.skeleton') && length >= Number(count)
    }
    /** Before the next frame is painted; the message arrives after it. */
    const afterPaint = (note: (ms: number) => void) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => note(performance.now() - timeStamp)
        port2.postMessage(null)
      })
    const observer = new MutationObserver(() => {
      const panel = document.querySelector(`[role=tabpanel][aria-labelledby="${tab?.id}"]`)
      if (!panel || !isShown(panel)) return
      if (!isSeen)
        afterPaint((ms) => {
          rows = ms
        })
      isSeen = true
      if (!isWhole(panel)) return
      observer.disconnect()
      afterPaint((everything) => resolve({ rows, everything }))
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  }
  addEventListener('click', follow, { capture: true, once: true })
}

export function consoleTabsTable(figures: ConsoleTabFigures): string {
  const ms = (value: number) => value.toFixed(0)
  return table(
    ['Tab, in ms', 'first rows', 'slowest', 'everything', 'again'],
    figures.map(({ tab, rows, slowest, everything, again }) => [tab, ms(rows), ms(slowest), ms(everything), ms(again)]),
  )
}

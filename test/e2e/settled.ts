import { expect, type Locator, type Page, type Request } from '@playwright/test'

/** Islands that start without scrolling but are not running yet. */
export const pendingIslands = 'astro-island[ssr]:is([client="load"], [client="idle"], [client="only"])'

/**
 * Runs in the page. Lets islands render and send their first requests; resolves with the number of those that do not run
 * after ten seconds.
 */
const untilIdle = (pending: string) =>
  new Promise<number>((resolve) => {
    const startedAt = performance.now()
    const look = () => {
      const waiting = document.querySelectorAll(pending).length
      if (waiting > 0 && performance.now() - startedAt < 10_000) requestAnimationFrame(look)
      else requestIdleCallback(() => resolve(waiting))
    }
    look()
  })

/** Watches a page from now on. The returned function waits until its islands run and their requests are done. */
export function settling(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () =>
    // Retries if the page navigates in between.
    expect(async () => {
      expect(await page.evaluate(untilIdle, pendingIslands), 'islands that do not run').toBe(0)
      expect([...open].map((request) => request.url())).toEqual([])
    }).toPass()
}

/**
 * Waits until the island around an element of the built page runs. Before that, a click on a link loads a page, and a press
 * of a button is lost. Scrolls to the element, because some islands start when they are in view.
 */
export async function running(element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded()
  await expect(element.page().locator('astro-island[ssr]', { has: element })).toHaveCount(0)
}

/**
 * Waits until the fonts that pages preload are in use: `document.fonts.ready` may resolve before the page requests the
 * first of them.
 */
export const fontsLoaded = (page: Page) =>
  page.evaluate(async () => {
    for (const font of ['1em "Public Sans"', '700 1em "Source Serif 4"']) await document.fonts.load(font)
  })

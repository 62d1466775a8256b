import { expect, type Page, type Request } from '@playwright/test'

/** Islands that start without scrolling but are not running yet. */
const pendingIslands = 'astro-island[ssr]:is([client="load"], [client="idle"], [client="only"])'

/** Runs in the page. Lets islands render and send their pending requests first. */
const untilIdle = () => new Promise((resolve) => requestIdleCallback(resolve))

/** Watches a page from now on. The returned function waits until its islands run and their requests are done. */
export function settling(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    await expect(page.locator(pendingIslands)).toHaveCount(0)
    // Retries if the page navigates meanwhile.
    await expect(async () => {
      await page.evaluate(untilIdle)
      expect([...open].map((request) => request.url())).toEqual([])
    }).toPass()
  }
}

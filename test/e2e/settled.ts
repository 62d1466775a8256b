import { expect, type Page, type Request } from '@playwright/test'

/** Islands that wait for nobody to scroll to them, as long as they do not run. */
const unstarted = 'astro-island[ssr]:is([client="load"], [client="idle"], [client="only"])'

/** Runs in the page: whatever an island is about to render or to ask for comes first. */
const untilIdle = () => new Promise((resolve) => requestIdleCallback(resolve))

/** Watches a page from now on; the answer waits until its islands run and have everything they asked for. */
export function settling(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    await expect(page.locator(unstarted)).toHaveCount(0)
    // Again when the page leads on to another one meanwhile.
    await expect(async () => {
      await page.evaluate(untilIdle)
      expect([...open].map((request) => request.url())).toEqual([])
    }).toPass()
  }
}

import type { Page } from '@playwright/test'

/** The browser draws the page ahead, as after a link that points to it, until `open` is called. */
export async function drawAhead(page: Page): Promise<{ open: () => Promise<void> }> {
  await page.addInitScript(() => {
    let isAhead = true
    Object.defineProperty(document, 'prerendering', { get: () => isAhead })
    addEventListener('open', () => {
      isAhead = false
      document.dispatchEvent(new Event('prerenderingchange'))
    })
  })
  return { open: () => page.evaluate(() => void dispatchEvent(new Event('open'))) }
}

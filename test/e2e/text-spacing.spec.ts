import type { Page } from '@playwright/test'
import { expect, test } from './demo-site.ts'
import { settling } from './settled.ts'
import { desktop, full, phone } from './test.ts'

/** As far apart as WCAG 1.4.12 lets readers set letters, words, lines and paragraphs. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }'

async function openSpaced(page: Page, path: string): Promise<void> {
  const untilSettled = settling(page)
  await page.goto(path)
  await untilSettled()
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, spacing)
}

/** The texts of these elements that do not fit into them. */
const cutTexts = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((parts) =>
    parts
      .filter((part) => part.checkVisibility())
      .filter((part) => part.scrollWidth - part.clientWidth > 3 || part.scrollHeight - part.clientHeight > 3)
      .map((part) => part.textContent),
  )

for (const size of [phone, desktop]) {
  test(`every headline is whole with wide spacing at ${size.width} pixels`, full, async ({ page }) => {
    await page.setViewportSize(size)
    await openSpaced(page, '/')
    for (const headline of ['for Congress', 'for Working Families', 'for Honest Government']) {
      await page.locator('[data-headline]').evaluate((part, text) => part.replaceChildren(text), headline)
      expect(await cutTexts(page, 'h1, h1 span, [data-intro]')).toEqual([])
    }
  })

  test(`names in the console are whole with wide spacing at ${size.width} pixels`, full, async ({ browser, demo }) => {
    const context = await browser.newContext({ baseURL: demo.url, storageState: demo.admin, viewport: size })
    const page = await context.newPage()
    for (const tab of ['volunteers', 'emails', 'prayers', 'endorsements'])
      await test.step(tab, async () => {
        await openSpaced(page, `/admin?tab=${tab}`)
        await expect(page.locator('td.card-name').first()).toBeVisible()
        const names = 'header .brand > span, .rail-tab > span, td:is(.card-name, .card-date):not(.cell-email) > div'
        expect(await cutTexts(page, names)).toEqual([])
      })
    await context.close()
  })
}

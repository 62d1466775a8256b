import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { adminStateFile } from './people.ts'

type Fixtures = {
  /** A page of a browser in which the admin is signed in. */
  adminPage: Page
  /** Fails the test at its end when any page of it logged an error or broke the content security policy. */
  cleanConsole: string[]
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  baseURL: async ({}, use) => use(process.env.BASE_URL ?? ''),
  adminPage: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ storageState: adminStateFile, ...(baseURL ? { baseURL } : {}) })
    await use(await context.newPage())
    await context.close()
  },
  cleanConsole: [
    async ({ page, adminPage }, use) => {
      const complaints: string[] = []
      for (const one of [page, adminPage]) {
        one.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
        one.on('pageerror', (error) => complaints.push(error.message))
      }
      await use(complaints)
      // A request the test itself made fail is reported by the browser as an error of loading; that is no fault of ours.
      expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
    },
    { auto: true },
  ],
})

/** No violation of WCAG 2.2 A and AA, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    expect(
      violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    ).toEqual([])
  }
}

export { expect }

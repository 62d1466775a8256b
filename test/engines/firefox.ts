import { join } from 'node:path'
import puppeteer, { type Page } from 'puppeteer-core'
import type { Engine } from './engine.ts'

/** Opens Firefox in a profile of its own below `folder`, over WebDriver BiDi. */
export async function openFirefox(executablePath: string, folder: string): Promise<Engine> {
  const downloads = join(folder, 'downloads')
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    userDataDir: join(folder, 'profile'),
    env: { ...process.env, HOME: folder, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
    extraPrefsFirefox: {
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'ui.prefersReducedMotion': 1,
    },
  })
  const [page = await browser.newPage()] = await browser.pages()
  const errors = errorsOf(page)
  return {
    downloads,
    goto: async (url) => {
      await page.goto(url)
    },
    evaluate: (expression) => page.evaluate(expression),
    click: (selector) => page.locator(selector).click(),
    fill: (selector, text) => page.locator(selector).fill(text),
    press: (key) => page.keyboard.press(key),
    forgetCookies: async () => browser.deleteCookie(...(await browser.cookies())),
    resize: (size) => page.setViewport(size),
    takeErrors: () => errors.splice(0),
    close: () => browser.close(),
  }
}

function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => {
    // Leaving a page that still loads a script is an error for Firefox.
    if (!String(error).includes('error loading dynamically imported module')) errors.push(String(error))
  })
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, lending } from '../e2e/test.ts'
import type { Engine } from './engine.ts'
import { openFirefox } from './firefox.ts'
import { firefox, miniBrowser, type WorkerOptions, webKitDriver } from './installed.ts'
import { Screen } from './screen.ts'
import { openWebKit } from './webkit.ts'

type WorkerFixtures = { browserUnderTest: Engine }
type Fixtures = { visitor: Screen }

function open(engine: WorkerOptions['engine'], folder: string): Promise<Engine> {
  if (engine === 'firefox' && firefox) return openFirefox(firefox, folder)
  if (engine === 'webkit' && webKitDriver && miniBrowser) return openWebKit(webKitDriver, miniBrowser, folder)
  throw new Error(`${engine} is not installed.`)
}

export const test = base.extend<Fixtures, WorkerFixtures & WorkerOptions>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  browserUnderTest: [
    async ({ engine }, use) => {
      const folder = mkdtempSync(join(tmpdir(), `${engine}-`))
      const browser = await open(engine, folder)
      await use(browser)
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
    lending,
  ],
  visitor: async ({ browserUnderTest, product }, use) => {
    await browserUnderTest.resize({ width: 1280, height: 900 })
    await browserUnderTest.goto(`${product.url}/favicon.svg`)
    await browserUnderTest.forgetCookies()
    browserUnderTest.takeErrors()
    await use(new Screen(browserUnderTest, product.url))
    expect(browserUnderTest.takeErrors()).toEqual([])
  },
})

export { expect }

import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/**
 * A browser that is installed comes first; only where there is none does Playwright's own download serve.
 * The headless shell opens a page in a third of the time; CHROMIUM names a browser that is somewhere else.
 */
const installed = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path))

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './test/e2e/global-setup.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    // Nothing moves while it is looked at, and no test waits for an animation.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(installed ? { executablePath: installed } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
})

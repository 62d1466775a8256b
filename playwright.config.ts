import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserLaunch } from './test/support/browser/browser.ts'
import { hasRoomInMemory } from './test/support/database/fast-disk.ts'

// The code under test gets its settings from the test, not from `.env` and `campaign` of this folder.
process.env.ENV_FILE = ''
process.env.CAMPAIGN_DIR = ''

// The programs that tests start load what was compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'node')

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './test/e2e/global-setup.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Only what hangs runs into it: a busy machine takes several times as long.
  timeout: 300_000,
  // A condition that is asked again and again until it passes is asked every 50 ms.
  expect: {
    timeout: 30_000,
    toPass: { intervals: [50] },
    // A few letters that another build of the browser smooths otherwise, or the edge of a menu whose choices other tests
    // have added to; a part that moves is more.
    toHaveScreenshot: { maxDiffPixels: 200 },
  },
  // One picture for every platform and browser.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: [['list'], ['./test/e2e/slowest-files.ts'], ['./test/e2e/every-screen.ts'], ['./test/e2e/outcome.ts']],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    // Nothing moves while it is looked at, and no test waits for an animation.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...browserLaunch(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        // Pages of one context share a process; other contexts have their own, whatever the limit.
        '--renderer-process-limit=1',
        // No page lives long enough for its scripts to be optimized, and a process has most of them compiled already.
        '--js-flags=--no-opt --no-maglev --no-script-streaming',
      ],
      // Memory that processes share would otherwise be files on the disk.
      ignoreDefaultArgs: hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [],
    },
  },
})

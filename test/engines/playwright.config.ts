import { defineConfig } from '@playwright/test'
import { installed, type WorkerOptions } from './installed.ts'

process.env.ENV_FILE = ''

/** `npm run test:engines`: the main journeys in Firefox and in WebKitGTK, the engine of Safari. */
export default defineConfig<object, WorkerOptions>({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 30_000, toPass: { intervals: [100] } },
  reporter: [['list'], ['../e2e/outcome.ts']],
  projects: installed.map((engine) => ({ name: engine, use: { engine } })),
})

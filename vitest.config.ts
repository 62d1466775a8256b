import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import LongestFirst from './test/support/run/longest-first.ts'

// The code under test gets its settings from the test, not from `.env` and `campaign` of this folder.
process.env.ENV_FILE = ''
process.env.CAMPAIGN_DIR = ''

// Workers and the programs they start load what was compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'node')

export default defineConfig({
  test: {
    reporters: ['default', './test/support/run/slowest-files-vitest.ts', './test/support/run/outcome-vitest.ts'],
    // For two cores: many tests wait for programs that start or come back.
    maxWorkers: 3,
    tags: [{ name: 'long', description: 'Runs in `npm run test:rest`, like files named *.long.test.ts.' }],
    sequence: { sequencer: LongestFirst },
    projects: [
      // Stores are modules that keep state: each file gets its own.
      { extends: true, test: { name: 'site', include: ['site/**/*.test.ts'] } },
      // The server's modules keep none, and to import them takes a third of the time of a run: a worker does it once.
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{backend,brand,contract,records,moderation-training,test}/**/*.test.ts'],
          globalSetup: ['test/support/database/global-setup.ts'],
          setupFiles: ['test/support/run/property-seed.ts', 'test/support/database/own-pool.ts'],
          isolate: false,
        },
      },
    ],
    // Only what hangs runs into these: a busy machine takes several times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Ends when it holds; how long that may take is up to the machine.
    expect: { poll: { timeout: 30_000 } },
  },
})

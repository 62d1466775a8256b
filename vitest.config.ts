import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Workers and the programs they start load what was compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'node')

export default defineConfig({
  test: {
    include: ['{backend,contract,moderation-training,site,test}/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/slowest-files-vitest.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

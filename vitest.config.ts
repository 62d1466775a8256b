import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{backend,contract,moderation-training,site,test}/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

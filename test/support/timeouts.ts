/** Timeouts for tests that start whole programs: fast on an idle machine, slow on a busy one. */
export const longTimeouts = { testTimeout: 120_000, hookTimeout: 180_000 }

/** For expect.poll: generous, because only the result matters. */
export const pollTimeout = { timeout: 30_000 }

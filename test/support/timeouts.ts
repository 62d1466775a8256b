/** Limits for tests that start whole programs: on a quiet machine all of it is quick, on a busy one not. */
export const patient = { testTimeout: 120_000, hookTimeout: 180_000 }

/** For expect.poll: it takes as long as it takes, as long as it happens by itself. */
export const soon = { timeout: 30_000 }

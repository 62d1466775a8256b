import { setTimeout as delay } from 'node:timers/promises'

/** Timeouts for tests that start whole programs: fast on an idle machine, slow on a busy one. */
export const longTimeouts = { testTimeout: 300_000, hookTimeout: 300_000 }

/** For expect.poll: generous, because only the result matters. */
export const pollTimeout = { timeout: 90_000 }

const between = 10 // ms

/**
 * Expects `check` to pass within so many milliseconds of this process: they are counted in attempts, which slow down on
 * a busy machine just as the code under test does.
 */
export async function within(milliseconds: number, check: () => unknown): Promise<void> {
  for (let attempts = milliseconds / between; ; attempts -= 1) {
    try {
      await check()
      return
    } catch (error) {
      if (attempts <= 0) throw error
    }
    await delay(between)
  }
}

export const withinASecond = (check: () => unknown) => within(1000, check)

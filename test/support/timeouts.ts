import { setTimeout as delay } from 'node:timers/promises'

/** Limits for tests that start whole programs: on a quiet machine all of it is quick, on a busy one not. */
export const patient = { testTimeout: 120_000, hookTimeout: 180_000 }

/** For expect.poll: it takes as long as it takes, as long as it happens by itself. */
export const soon = { timeout: 30_000 }

const between = 10 // ms

/**
 * Holds what the product does in this process to so many milliseconds as this process gets them: they are counted in
 * looks, which a busy machine hands out as slowly as everything else.
 */
export async function within(milliseconds: number, check: () => unknown): Promise<void> {
  for (let looks = milliseconds / between; ; looks -= 1) {
    try {
      await check()
      return
    } catch (error) {
      if (looks <= 0) throw error
    }
    await delay(between)
  }
}

export const withinASecond = (check: () => unknown) => within(1000, check)

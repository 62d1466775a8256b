/**
 * Lets a reader sleep until something may have happened, without missing a ring made while it was busy.
 * The signal's abort rings too.
 */
export type WakeUp = {
  ring(): void
  /** Resolves at the next ring (at once when one came since the last sleep), and after `ms` at the latest. */
  sleep(ms?: number): Promise<void>
  /** Forgets the signal. */
  stop(): void
}

export function createWakeUp(signal: AbortSignal): WakeUp {
  let rung = signal.aborted
  let wake = () => {}
  const ring = () => {
    rung = true
    wake()
  }
  signal.addEventListener('abort', ring)
  return {
    ring,
    async sleep(ms) {
      if (!rung) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
        wake = resolve
        await promise
        clearTimeout(timer)
      }
      rung = signal.aborted
    },
    stop: () => signal.removeEventListener('abort', ring),
  }
}

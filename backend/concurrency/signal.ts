/**
 * Lets a reader sleep until something may have happened, without missing a ring made while it was busy.
 * The signal's abort rings too.
 */
export type Signal = {
  raise(): void
  /** Resolves at the next ring (at once when one came since the last sleep), and after `ms` at the latest. */
  wait(ms?: number): Promise<void>
  /** Forgets the signal. */
  stop(): void
}

export function createSignal(signal: AbortSignal): Signal {
  let raised = signal.aborted
  let wake = () => {}
  const raise = () => {
    raised = true
    wake()
  }
  signal.addEventListener('abort', raise)
  return {
    raise,
    async wait(ms) {
      if (!raised) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
        wake = resolve
        await promise
        clearTimeout(timer)
      }
      raised = signal.aborted
    },
    stop: () => signal.removeEventListener('abort', raise),
  }
}

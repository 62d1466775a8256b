/**
 * Lets a reader sleep until something may have happened, without missing a signal raised while it was busy. Aborting
 * the AbortSignal also raises it.
 */
export type Signal = {
  raise(): void
  /**
   * Resolves when the signal is raised (immediately if that happened since the last wait), or after `ms` at the latest.
   */
  wait(ms?: number): Promise<void>
  /** Stops listening to the AbortSignal. */
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

/**
 * Lets a reader wait until something may have happened. A signal raised while the reader was busy is not missed, and
 * an abort raises it too.
 */
export type Signal = {
  raise(): void
  /** Resolves when it is raised (right away if it was since the last wait), or after `ms` at the latest. */
  wait(ms?: number): Promise<void>
  /** Stops listening for the abort. */
  stop(): void
}

export function createSignal(abort: AbortSignal): Signal {
  let raised = abort.aborted
  let wake = () => {}
  const raise = () => {
    raised = true
    wake()
  }
  abort.addEventListener('abort', raise)
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
      raised = abort.aborted
    },
    stop: () => abort.removeEventListener('abort', raise),
  }
}

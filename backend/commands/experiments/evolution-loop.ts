import { createSignal } from '../../concurrency/signal.ts'
import type { Evolving } from './evolution.ts'

const pollEvery = 1000 // ms
/** Decisions come at most this often, however many visits arrive. */
const rest = 100 // ms

/**
 * Runs the steps of evolution in the background while `isActive` (in one process per database, which saves work; two
 * would do no harm). `onMoved` reports that the read model has changed. The returned function stops it.
 */
export function startEvolutionLoop({
  evolving,
  isActive,
  onMoved,
  onError,
}: {
  evolving: Pick<Evolving, 'step'>
  isActive: () => boolean
  onMoved: (listener: () => void) => () => void
  onError: (error: unknown) => void
}): () => Promise<void> {
  const closing = new AbortController()
  const wakeSignal = createSignal(closing.signal)
  const unsubscribe = onMoved(wakeSignal.raise)

  async function run() {
    while (!closing.signal.aborted) {
      if (isActive()) await evolving.step().catch(onError)
      await pause(rest)
      await wakeSignal.wait(pollEvery)
    }
  }

  /** Unlike the signal, not cut short by new visits. */
  async function pause(ms: number) {
    const timer = createSignal(closing.signal)
    await timer.wait(ms)
    timer.stop()
  }

  const running = run()
  return async () => {
    closing.abort()
    unsubscribe()
    wakeSignal.stop()
    await running
  }
}

import { createSignal } from '../../concurrency/signal.ts'
import type { Evolving } from './evolution.ts'

const pollEvery = 1000 // ms
/** Times the last step took: visits that arrive all the time leave most of the process and the database to others. */
const restAfter = { decision: 1, look: 4 }

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
      await pause(await step())
      await wakeSignal.wait(pollEvery)
    }
  }

  /** Returns how long to rest, in ms. */
  async function step(): Promise<number> {
    const startedAt = performance.now()
    try {
      const hasDecided = isActive() && (await evolving.step())
      const took = performance.now() - startedAt
      return Math.min(pollEvery, took * (hasDecided ? restAfter.decision : restAfter.look))
    } catch (error) {
      onError(error)
      return pollEvery
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

import { createSignal } from '../../concurrency/signal.ts'
import type { Evolving } from './evolution.ts'

const idleEvery = 5000 // ms; every event that counts is announced
/** Times the last step took: visitors who come all the time leave most of the process and the database to others. */
const restAfter = { decision: 1, look: 4 }
const maxRest = 1000 // ms
const minRest = 20 // ms

/**
 * Runs the steps of evolution in the background while `isActive` (in one process per database, which saves work; two
 * would do no harm). `onAppend` reports that this process recorded something. The returned function stops it.
 */
export function startEvolutionLoop({
  evolving,
  isActive,
  onAppend,
  onError,
}: {
  evolving: Pick<Evolving, 'step'>
  isActive: () => boolean
  onAppend: (listener: () => void) => () => void
  onError: (error: unknown) => void
}): () => Promise<void> {
  const closing = new AbortController()
  const wakeSignal = createSignal(closing.signal)
  const unsubscribe = onAppend(wakeSignal.raise)

  async function run() {
    while (!closing.signal.aborted) {
      await pause(await step())
      await wakeSignal.wait(idleEvery)
    }
  }

  /** Returns how long to rest, in ms. */
  async function step(): Promise<number> {
    const startedAt = performance.now()
    try {
      const hasDecided = isActive() && (await evolving.step())
      const took = performance.now() - startedAt
      return Math.min(maxRest, Math.max(minRest, took * (hasDecided ? restAfter.decision : restAfter.look)))
    } catch (error) {
      onError(error)
      return maxRest
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

import { createSignal } from '../kernel/concurrency/signal.ts'
import type { Evolving } from './evolution.ts'

/**
 * Views recorded by other processes are not announced. Visitors don't wait for them: a decision that they make due is
 * about later visits, and their block waits for minutes.
 */
const idleEvery = 5000 // ms
/**
 * Pause after a step, as a multiple of its duration, so that constant traffic leaves most of the process and the
 * database to other work.
 */
const restAfter = { decision: 0.5, look: 4 }
const maxRest = 1000 // ms
const minRest = { decision: 5, look: 20 } // ms

export type EvolutionLoop = {
  /**
   * A visit was recorded in this process. Resolves at once while no decision is due, else after the next step, so that
   * traffic spikes do not outpace scoring.
   */
  keepUp(): Promise<void>
  stop(): Promise<void>
}

/**
 * Runs the steps of evolution in the background while `isActive` (in one process per database, which saves work; two
 * would do no harm). `onAppend` reports that this process recorded something.
 */
export function startEvolutionLoop({
  evolving,
  isActive,
  onAppend,
  onError,
}: {
  evolving: Pick<Evolving, 'step' | 'room'>
  isActive: () => boolean
  onAppend: (listener: () => void) => () => void
  onError: (error: unknown) => void
}): EvolutionLoop {
  const closing = new AbortController()
  const wakeSignal = createSignal(closing.signal)
  /** Ends the pause early. */
  const dueSignal = createSignal(closing.signal)
  const unsubscribe = onAppend(wakeSignal.raise)
  /** Number of further visits recorded here that make a decision due. */
  let room = Number.POSITIVE_INFINITY
  let recorded = 0
  let nextStep = Promise.withResolvers<void>()

  async function run() {
    while (!closing.signal.aborted) {
      await step()
      await wakeSignal.wait(idleEvery)
    }
    nextStep.resolve()
  }

  async function step() {
    const startedAt = performance.now()
    const before = recorded
    const { resolve } = nextStep
    nextStep = Promise.withResolvers<void>()
    try {
      const hasDecided = isActive() && (await evolving.step())
      room = evolving.room() - (recorded - before)
      resolve()
      const took = performance.now() - startedAt
      const rest = (share: number, least: number) => Math.min(maxRest, Math.max(least, took * share))
      if (hasDecided) await pause(rest(restAfter.decision, minRest.decision))
      else await dueSignal.wait(rest(restAfter.look, minRest.look))
    } catch (error) {
      room = Number.POSITIVE_INFINITY
      resolve()
      onError(error)
      await pause(maxRest)
    }
  }

  /** Unlike the signals, not cut short by new visits. */
  async function pause(ms: number) {
    const timer = createSignal(closing.signal)
    await timer.wait(ms)
    timer.stop()
  }

  const running = run()
  return {
    async keepUp() {
      recorded++
      room--
      if (room > 0 || closing.signal.aborted) return
      const { promise } = nextStep
      dueSignal.raise()
      wakeSignal.raise()
      await promise
    },
    async stop() {
      closing.abort()
      unsubscribe()
      wakeSignal.stop()
      dueSignal.stop()
      await running
    },
  }
}

import { campaign } from '../../contract/campaign.ts'
import {
  currentVersions,
  type Evolution,
  type Scoring,
  type Snapshot,
  type Versions,
} from '../domain/page-variations/scoring.ts'
import { createWorkerQueue } from '../kernel/concurrency/worker-queue.ts'

export type ScoringTask = { work: 'score' | 'evolve'; snapshot: Snapshot; seed: string; versions: Versions }
export type ScoringAnswer = { scoring: Scoring } | { evolution: Evolution }

/**
 * `score` and `evolve` of the domain, to the same bit, while the process continues to serve pages. Reject with
 * QueueFull, or with WorkerFailed when there is no answer in time.
 */
export type ScoringThread = {
  score(snapshot: Snapshot, seed: string): Promise<Scoring>
  evolve(snapshot: Snapshot, seed: string): Promise<Evolution>
  close(): Promise<void>
}

/** `timeout`: ms of one task, once the worker runs. */
export function createScoringThread({
  timeout = 20_000,
  file = new URL('./scoring-worker.ts', import.meta.url),
}: {
  timeout?: number
  file?: URL
} = {}): ScoringThread {
  const queue = createWorkerQueue<ScoringTask, ScoringAnswer>({
    file,
    waiting: 10,
    timeout,
    memory: 256,
    whenFull: 'Page variations are being scored. Please try again in a few seconds.',
  })
  // A copy, because the counts keep changing while the task waits for its turn.
  const ask = (task: Omit<ScoringTask, 'versions'>) =>
    queue.ask(structuredClone({ ...task, versions: { ...currentVersions, controlShare: campaign.controlShare } }))

  return {
    async score(snapshot, seed) {
      const answer = await ask({ work: 'score', snapshot, seed })
      if (!('scoring' in answer)) throw new Error('The thread answered another question.')
      return answer.scoring
    },
    async evolve(snapshot, seed) {
      const answer = await ask({ work: 'evolve', snapshot, seed })
      if (!('evolution' in answer)) throw new Error('The thread answered another question.')
      return answer.evolution
    },
    close: queue.close,
  }
}

import { Worker } from 'node:worker_threads'
import type { Evolution, Scoring, Snapshot } from '../../domain/scoring.ts'

export type ScoringJob = { id: number; work: 'score' | 'evolve'; snapshot: Snapshot; seed: string }

/** `score` and `evolve` of the domain, to the same bit, while the process goes on serving pages. */
export type ScoringThread = {
  score(snapshot: Snapshot, seed: string): Promise<Scoring>
  evolve(snapshot: Snapshot, seed: string): Promise<Evolution>
  close(): Promise<void>
}

/**
 * The thread starts with the first job and takes one after another. One that takes longer than `timeout` ms, or more
 * memory than a thread may have, ends it and fails all that wait; the next job starts another.
 */
export function createScoringThread({
  timeout = 20_000,
  script = new URL('./scoring-worker.ts', import.meta.url),
}: {
  timeout?: number
  script?: URL
} = {}): ScoringThread {
  type Job<Result> = Pick<PromiseWithResolvers<Result>, 'resolve' | 'reject'>
  // biome-ignore lint/suspicious/noExplicitAny: a job gets what it asked for
  const waiting = new Map<number, Job<any>>()
  let worker: Worker | null = null
  let jobs = 0
  let isClosed = false

  function started(): Worker {
    if (worker) return worker
    const own = new Worker(script, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 256 } })
    own.unref()
    own.on('message', ({ id, result }) => waiting.get(id)?.resolve(result))
    own.on('error', (error) => fail(own, error))
    own.on('exit', () => fail(own, new Error('The thread that scores page variations ended.')))
    worker = own
    return own
  }

  function fail(own: Worker, error: unknown) {
    if (worker !== own) return
    worker = null
    void own.terminate()
    for (const { reject } of waiting.values()) reject(error)
  }

  async function run<Result>(work: ScoringJob['work'], snapshot: Snapshot, seed: string): Promise<Result> {
    if (isClosed) throw new Error('Page variations are no longer scored.')
    const own = started()
    const id = ++jobs
    const job = Promise.withResolvers<Result>()
    waiting.set(id, job)
    const timer = setTimeout(() => fail(own, new Error(`Scoring took longer than ${timeout} ms.`)), timeout)
    try {
      own.postMessage({ id, work, snapshot, seed } satisfies ScoringJob)
      return await job.promise
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
  }

  return {
    score: (snapshot, seed) => run('score', snapshot, seed),
    evolve: (snapshot, seed) => run('evolve', snapshot, seed),
    async close() {
      isClosed = true
      if (worker) fail(worker, new Error('Page variations are no longer scored.'))
    },
  }
}

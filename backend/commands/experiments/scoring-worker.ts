import { parentPort } from 'node:worker_threads'
import { evolve, score } from '../../domain/scoring.ts'
import type { ScoringJob } from './scoring-thread.ts'

parentPort?.on('message', ({ id, work, snapshot, seed }: ScoringJob) => {
  const result = work === 'score' ? score(snapshot, seed) : evolve(snapshot, seed)
  parentPort?.postMessage({ id, result })
})

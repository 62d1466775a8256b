import { evolve, score } from '../domain/page-variations/scoring.ts'
import { serveTasks } from '../kernel/concurrency/worker-tasks.ts'
import type { ScoringAnswer, ScoringTask } from './scoring-thread.ts'

serveTasks<ScoringTask, ScoringAnswer>(({ work, snapshot, seed, versions }) =>
  work === 'score' ? { scoring: score(snapshot, seed, versions) } : { evolution: evolve(snapshot, seed, versions) },
)

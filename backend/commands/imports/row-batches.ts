import { setTimeout as delay } from 'node:timers/promises'
import { createBatcher } from '../../concurrency/batcher.ts'
import { DomainError } from '../../domain/decider.ts'
import type { EventLog, Position } from '../../eventlog/event-log.ts'
import type { Handle } from '../../eventlog/handle.ts'
import { createStreamReader } from '../../eventlog/stream-reader.ts'
import { applySuppressions, type SuppressionTools } from '../mail-consents/mail-suppressions.ts'
import type { ImportTools } from './planned-rows.ts'

/**
 * Rows of a batch. PostgreSQL writes them in one transaction (eventlog/postgres/writer.ts), and EventStoreDB takes as many
 * appends at once. Many make an import fast, and a command of another person waits for them.
 */
const batchSize = 60
/** The part of its own time that a batch leaves to others after it. */
const share = 0.2

export type BatchTools = Omit<ImportTools, 'applySuppression'> &
  SuppressionTools & {
    log: Pick<EventLog, 'compare' | 'head'>
    /** Whether the read model shows this position; waits a moment for it. */
    reached(position: Position): Promise<boolean>
  }

/** The same tools, where the commands of one batch share what they read. */
export function sharingTools(tools: BatchTools): ImportTools {
  const { handle, log } = tools
  const readStream = createStreamReader(log)
  const shared: Handle = (decider, stream, command, context, options) =>
    handle(decider, stream, command, context, { ...options, readStream })
  const applySuppression = createBatcher<string, true>(async (subjects) => {
    await applySuppressions(tools, [...new Set(subjects)])
    return subjects.map(() => true)
  })
  return {
    ...tools,
    handle: shared,
    async applySuppression(subject) {
      await applySuppression(subject)
    },
  }
}

export type Task = () => Promise<Position | null>
export type Done = { written: number; skipped: number }

/**
 * Runs tasks in short batches; what the rules forbid in the meantime is skipped. A batch is over when the read model shows
 * the one before: it keeps up, or the next command of another person would wait for all of these. `isStopped`: the server
 * closes.
 */
export function createBatchRunner({ log, reached }: Pick<BatchTools, 'log' | 'reached'>, isStopped: () => boolean) {
  const done: Done = { written: 0, skipped: 0 }
  let before: Promise<unknown> = Promise.resolve()

  async function run(task: Task): Promise<Position | null> {
    try {
      const position = await task()
      if (position !== null) done.written++
      return position
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      done.skipped++
      return null
    }
  }

  const later = (a: Position | null, b: Position | null) =>
    a === null || (b !== null && log.compare(a, b) < 0) ? b : a

  return {
    done,
    async run(tasks: readonly Task[]): Promise<void> {
      for (let next = 0; next < tasks.length && !isStopped(); next += batchSize) {
        const batch = tasks.slice(next, next + batchSize)
        const start = performance.now()
        const last = (await Promise.all(batch.map(run))).reduce(later, null)
        await before
        if (last !== null) before = reached(last)
        await delay((performance.now() - start) * share)
      }
    },
  }
}

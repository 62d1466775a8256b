import { createBatcher } from '../../concurrency/batcher.ts'
import { DomainError } from '../../domain/decider.ts'
import type { EventLog, Position } from '../../eventlog/event-log.ts'
import type { Handle } from '../../eventlog/handle.ts'
import { createStreamReader } from '../../eventlog/stream-reader.ts'
import type { CommandsInProgress } from '../../http/commands-in-progress.ts'
import { applySuppressions, type SuppressionTools } from '../mail-consents/mail-suppressions.ts'
import type { ImportTools } from './planned-rows.ts'

/**
 * Rows of a batch. PostgreSQL writes them in one transaction (eventlog/postgres/writer.ts). Many make an import fast, and a
 * command of another person waits for those that have begun. `alone`: while no other person gives commands. `apart`: the
 * same with a store that takes each append by itself.
 */
const batchSizes = { others: 30, alone: 250, apart: 60 }
/** Milliseconds without a command of another person after which no other person is expected to wait for a batch. */
const aloneAfter = 2000
/** Milliseconds that commands of other people may hold a batch back, so that an import ends on a busy site too. */
const patience = 100

export type BatchTools = Omit<ImportTools, 'applySuppression'> &
  SuppressionTools & {
    log: Pick<EventLog, 'compare' | 'head'>
    /** The commands of other people. */
    others: CommandsInProgress
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
 * Runs tasks in short batches; what the rules forbid in the meantime is skipped. A batch begins while no command of another
 * person is in progress, so that such a command waits for at most the batches that had begun before it: one in the log, and
 * one in the read model, which has to keep up. `isStopped`: the server closes.
 */
export function createBatchRunner(
  { log, reached, others }: Pick<BatchTools, 'reached' | 'others'> & { log: Pick<EventLog, 'compare' | 'readStreams'> },
  isStopped: () => boolean,
) {
  const done: Done = { written: 0, skipped: 0 }
  const alone = log.readStreams ? batchSizes.alone : batchSizes.apart
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

  const letOthersFirst = () => others.wait(patience)

  return {
    done,
    letOthersFirst,
    async run(tasks: readonly Task[]): Promise<void> {
      for (let next = 0; next < tasks.length && !isStopped(); ) {
        await letOthersFirst()
        const size = others.idleFor() > aloneAfter ? alone : batchSizes.others
        const batch = tasks.slice(next, next + size)
        next += size
        const last = (await Promise.all(batch.map(run))).reduce(later, null)
        await before
        if (last !== null) before = reached(last)
      }
    },
  }
}

import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { EventLog, Position } from '../../kernel/eventlog/event-log.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import { createStreamReader } from '../../kernel/eventlog/stream-reader.ts'
import type { CommandsInProgress } from '../../kernel/http/commands-in-progress.ts'
import type { ImportPace } from './import-pace.ts'
import type { ImportTools } from './planned-rows.ts'

/**
 * Rows of a batch; `alone`: while no other person gives commands. PostgreSQL writes them in one transaction
 * (eventlog/postgres/writer.ts), so many make an import fast. `beside`: beside commands, which wait for one batch; `apart`: with a store that takes each append by itself.
 */
const batchSizes = { alone: 250, beside: 50, apart: 60 }

export type BatchTools = ImportTools & {
  log: Pick<EventLog, 'compare' | 'head' | 'readStream' | 'readStreams'>
  /** The commands of other people. */
  others: CommandsInProgress
  /** True when the read model shows this position; waits a moment for it. */
  reached(position: Position): Promise<boolean>
}

/** The same tools, where the commands of one batch share what they read. */
export function sharingTools(tools: BatchTools): ImportTools {
  const { handle, log } = tools
  const readStream = createStreamReader(log)
  const shared: Handle = (decider, stream, command, context, options) =>
    handle(decider, stream, command, context, { ...options, readStream })
  return { ...tools, handle: shared }
}

export type Task = { prepare?(): Promise<unknown>; write(): Promise<Position | null> }
export type Done = { written: number; skipped: number }

/**
 * Runs tasks in short batches; what the rules forbid in the meantime is skipped. Beside commands of other people a batch
 * begins while none is in progress and once the read model shows the batch before: a command waits for at most one batch, and
 * the import leaves a processor to it. Alone, a batch is written to the log while the one before is written to the read
 * model. `isStopped`: the server closes.
 */
export function createBatchRunner(
  {
    log,
    reached,
    pace: { isAlone, letOthersFirst },
  }: Pick<BatchTools, 'reached'> & { log: Pick<EventLog, 'compare' | 'readStreams'>; pace: ImportPace },
  isStopped: () => boolean,
) {
  const done: Done = { written: 0, skipped: 0 }
  const alone = log.readStreams ? batchSizes.alone : batchSizes.apart
  let before: Promise<unknown> = Promise.resolve()

  async function run({ write }: Task): Promise<Position | null> {
    try {
      const position = await write()
      if (position !== null) done.written++
      return position
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      done.skipped++
      return null
    }
  }

  const prepare = (tasks: readonly Task[]) => Promise.all(tasks.map((task) => task.prepare?.()))

  /** The next of these tasks; beside commands, all in batches of about one size. */
  function batchOf(tasks: readonly Task[]): readonly Task[] {
    if (isAlone()) return tasks.slice(0, alone)
    const batches = Math.max(1, Math.ceil(tasks.length / batchSizes.beside))
    return tasks.slice(0, Math.ceil(tasks.length / batches))
  }

  const later = (a: Position | null, b: Position | null) =>
    a === null || (b !== null && log.compare(a, b) < 0) ? b : a

  return {
    done,
    async run(tasks: readonly Task[]): Promise<void> {
      for (let next = 0; next < tasks.length && !isStopped(); ) {
        await letOthersFirst()
        const batch = batchOf(tasks.slice(next))
        next += batch.length
        const last = (await Promise.all(batch.map(run))).reduce(later, null)
        await before
        if (last !== null) before = reached(last)
        // Data of the next rows is asked for in the meantime, since no command waits for it.
        if (!isAlone()) await Promise.all([before, prepare(batchOf(tasks.slice(next)))])
      }
    },
  }
}

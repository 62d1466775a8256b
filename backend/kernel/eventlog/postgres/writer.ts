import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createBatcher } from '../../concurrency/batcher.ts'
import { type Appended, type NewEvent, type RecordedEvent, RevisionConflict } from '../event-log.ts'
import { type Append, callFunction, callPlain, revisionOf } from './append.ts'
import { isConnectionLoss } from './errors.ts'
import type { WriterConnection } from './writer-connection.ts'

const maxAttempts = 3
const retryPause = 10 // ms

/**
 * Group commit: one call, one transaction, one fsync for a whole batch.
 * `onWritten` receives all events of a batch before any caller gets its answer.
 */
export function createWriter(
  connection: WriterConnection,
  readByIds: (ids: string[]) => Promise<RecordedEvent[]>,
  onWritten: (events: RecordedEvent[]) => void,
): (append: Append) => Promise<Appended> {
  async function write(appends: Append[]): Promise<(Appended | Error)[]> {
    const answers = await retryOnConnectionLoss(
      async () => (await callPlain(connection, appends)) ?? callFunction(connection, appends),
    )
    let position = Number(answers.base)
    const results: (Appended | Error)[] = []
    for (const [index, { stream, expected, events }] of appends.entries()) {
      const outcome = answers.outcomes?.[index] ?? 'appended'
      if (outcome === 'appended') {
        position += events.length
        const revision = answers.revisions?.[index] ?? Number(revisionOf(expected)) + events.length
        const written = recorded(stream, events, position, revision)
        results.push({ outcome, position: String(position), revision, events: written })
        onWritten(written)
      } else if (outcome === 'duplicate') {
        results.push({ outcome, events: await readByIds(events.map(({ id }) => id)) })
      } else results.push(new RevisionConflict(stream))
    }
    return results
  }

  /** An append that the database rejects (an id that is not a UUID) fails alone, without the rest of its batch. */
  async function writeOrSplit(appends: Append[]): Promise<(Appended | Error)[]> {
    try {
      return await write(appends)
    } catch (error) {
      const isSingleFault = error instanceof pg.DatabaseError && !isConnectionLoss(error) && appends.length > 1
      if (!isSingleFault) return appends.map(() => (error instanceof Error ? error : new Error(String(error))))
      const answers: (Appended | Error)[] = []
      for (const append of appends) answers.push(...(await writeOrSplit([append])))
      return answers
    }
  }

  return createBatcher(async (appends: Append[]) => {
    const [first = appends, ...others] = rounds(appends)
    if (others.length === 0) return writeOrSplit(first)
    const answers = new Map<Append, Appended | Error>()
    for (const round of [first, ...others]) {
      const results = await writeOrSplit(round)
      for (const [index, answer] of results.entries()) {
        const append = round[index]
        if (append) answers.set(append, answer)
      }
    }
    return appends.flatMap((append) => answers.get(append) ?? [])
  })
}

/**
 * Retries after a lost connection, whether or not the previous call was committed: the ids make that safe. Makes
 * several attempts, since an outage usually breaks several connections in the pool.
 */
async function retryOnConnectionLoss<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (!isConnectionLoss(error) || attempt === maxAttempts) throw error
      await delay(retryPause)
    }
  }
}

/** The recorded events of an append, given the position and revision of its last event. */
function recorded(stream: string, events: readonly NewEvent[], position: number, revision: number): RecordedEvent[] {
  const before = 1 - events.length
  return events.map((event, index) => ({
    ...event,
    stream,
    revision: revision + before + index,
    position: String(position + before + index),
  }))
}

/** One call may contain each stream and each id once; repetitions wait for the next call, in order. */
function rounds(appends: Append[]): Append[][] {
  if (appends.length === 1) return [appends]
  const made: { appends: Append[]; taken: Set<string> }[] = []
  for (const append of appends) {
    const names = [`stream ${append.stream}`, ...append.events.map(({ id }) => id)]
    const next = made.findLastIndex(({ taken }) => names.some((name) => taken.has(name))) + 1
    const round = made[next] ?? { appends: [], taken: new Set() }
    made[next] = round
    round.appends.push(append)
    for (const name of names) round.taken.add(name)
  }
  return made.map(({ appends }) => appends)
}

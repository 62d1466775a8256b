import type pg from 'pg'
import { type EventLog, LogCorrupted, type Position, type RecordedEvent } from '../eventlog/event-log.ts'
import { readArchive } from './archive.ts'

const batchSize = 1000 // events

async function* eventsOfBackup(path: string): AsyncGenerator<RecordedEvent> {
  let rest = Buffer.alloc(0)
  for await (const { name, bytes } of readArchive(path)) {
    if (!name.startsWith('log/')) continue
    const text = Buffer.concat([rest, bytes])
    let start = 0
    for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, start)) {
      yield JSON.parse(text.toString('utf8', start, end))
      start = end + 1
    }
    rest = text.subarray(start)
  }
}

type Reader = Pick<EventLog, 'readAll'>

async function* eventsAfter(log: Reader, position: Position | null): AsyncGenerator<RecordedEvent> {
  for (let after = position; ; ) {
    const batch = await log.readAll(after, batchSize)
    yield* batch
    const last = batch.at(-1)
    if (!last) return
    after = last.position
  }
}

const isSame = (a: RecordedEvent, b: RecordedEvent) =>
  a.position === b.position &&
  a.id === b.id &&
  a.stream === b.stream &&
  a.type === b.type &&
  a.data === b.data &&
  a.metadata === b.metadata

/**
 * Compares the log in EventStoreDB, restored from its own volume, with what the backup exported. `difference`: one
 * sentence; null when the log has all of it. `last`: where the backup ends.
 */
export async function compareLog(
  path: string,
  log: Reader,
): Promise<{ difference: string | null; last: Position | null }> {
  const live = eventsAfter(log, null)
  let last: Position | null = null
  for await (const event of eventsOfBackup(path)) {
    const next = await live.next()
    if (next.done && last === null)
      return {
        difference: 'EventStoreDB is empty. Restore its volume first (see docs/operations.md), then restore again.',
        last,
      }
    if (next.done)
      return {
        difference: `EventStoreDB ends before position ${event.position}: its copy is older than the backup.`,
        last,
      }
    if (!isSame(next.value, event))
      return { difference: `EventStoreDB has something else than the backup at position ${event.position}.`, last }
    last = event.position
  }
  return { difference: null, last }
}

/** Empty for an event of another program, or the end of a deleted stream. */
function fieldsIn(data: string): { subject?: unknown; personal?: unknown } {
  try {
    return JSON.parse(data) ?? {}
  } catch {
    return {}
  }
}

const unknownAmong = `SELECT subject FROM unnest($1::uuid[]) AS subject
  WHERE NOT EXISTS (SELECT FROM eventlog.subject_keys AS known WHERE known.subject = subject.subject)`

/** The people who wrote after this position and whose keys this database does not have. */
async function* unknownAfter(pool: pg.Pool, log: Reader, last: Position | null): AsyncGenerator<string[]> {
  const subjects = new Set<string>()
  async function unknown(): Promise<string[]> {
    const { rows } = await pool.query<{ subject: string }>(unknownAmong, [[...subjects]])
    subjects.clear()
    return rows.map(({ subject }) => subject)
  }
  for await (const { data } of eventsAfter(log, last)) {
    const { subject, personal } = fieldsIn(data)
    if (typeof subject === 'string' && personal !== undefined) subjects.add(subject)
    if (subjects.size === batchSize) yield await unknown()
  }
  if (subjects.size > 0) yield await unknown()
}

/**
 * People who first wrote after the copy of the database was taken: their keys are lost, so their words are unreadable. Marks
 * them as erased and returns their number.
 */
export async function giveUpUnknown(pool: pg.Pool, log: Reader, last: Position | null): Promise<number> {
  let count = 0
  for await (const subjects of unknownAfter(pool, log, last)) {
    const { rowCount } = await pool.query(
      `INSERT INTO eventlog.subject_keys (subject, erased_at) SELECT subject, now() FROM unnest($1::uuid[]) AS subject
       ON CONFLICT DO NOTHING`,
      [subjects],
    )
    count += rowCount ?? 0
  }
  return count
}

/** Throws LogCorrupted when the database is older than the log, and lacks the keys of people who wrote since. */
export async function rejectUnknownPeople(pool: pg.Pool, log: Reader, last: Position | null): Promise<void> {
  let count = 0
  for await (const subjects of unknownAfter(pool, log, last)) count += subjects.length
  if (count === 0) return
  throw new LogCorrupted(
    `The keys of ${count === 1 ? '1 person' : `${count} people`} in the event log are missing, so the database is older than the log. Put back the newer database; if there is none, run npm run admin -- rewind, which shows what they wrote as erased.`,
  )
}

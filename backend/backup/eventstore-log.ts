import type pg from 'pg'
import type { EventLog, Position, RecordedEvent } from '../eventlog/event-log.ts'
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

/**
 * People who first wrote after the backup: their keys are lost, so their words are unreadable. Marks them as erased and
 * returns their number.
 */
export async function giveUpUnknown(pool: pg.Pool, log: Reader, last: Position | null): Promise<number> {
  let count = 0
  const subjects = new Set<string>()
  const write = async () => {
    const { rowCount } = await pool.query(
      `INSERT INTO eventlog.subject_keys (subject, erased_at) SELECT subject, now() FROM unnest($1::uuid[]) AS subject
       ON CONFLICT DO NOTHING`,
      [[...subjects]],
    )
    count += rowCount ?? 0
    subjects.clear()
  }
  for await (const { data } of eventsAfter(log, last)) {
    const { subject, personal } = fieldsIn(data)
    if (typeof subject === 'string' && personal !== undefined) subjects.add(subject)
    if (subjects.size === batchSize) await write()
  }
  await write()
  return count
}

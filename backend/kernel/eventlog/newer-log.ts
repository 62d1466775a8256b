import type pg from 'pg'
import { ownMetadata } from './codec.ts'
import { NewerEvent } from './decider.ts'
import type { EventLog, Position } from './event-log.ts'
import type { KnownTypes } from './upcasters.ts'

const batchSize = 1000 // events

type Reader = Pick<EventLog, 'readAll' | 'readTypes' | 'head' | 'compare'>
const isNewer = (known: KnownTypes, type: string, version: number) => version > (known.get(type) ?? 0)

/** A version of an event type, and where the log ended when a release that knows it first started. */
type NotedType = { type: string; version: number; since: Position | null }

/**
 * For the start, once the projections have their tables: throws NewerEvent when a newer release has written to the log.
 * Each release notes its types before it appends anything, so only two parts of the log are read: what no projection
 * has handled yet, and, where a newer release has run, what was appended since its first start
 * (docs/decisions/0116-logs-of-a-newer-release.md).
 */
export async function rejectNewerLog(log: Reader, pool: pg.Pool, known: KnownTypes): Promise<void> {
  const noted = await pool.query<NotedType>('SELECT type, version, since FROM eventlog.known_types')
  const newer = noted.rows.filter(({ type, version }) => isNewer(known, type, version))
  if (newer.length > 0) await readAfter(log, earliestOf(newer, log.compare), known, newer)
  const handled = await pool.query<{ position: Position }>(
    'SELECT position FROM app.checkpoints WHERE position IS NOT NULL',
  )
  const [furthest] = handled.rows.map(({ position }) => position).sort((a, b) => log.compare(b, a))
  await readAfter(log, furthest ?? null, known)
  await note(log, pool, known, noted.rows)
}

function earliestOf(types: readonly NotedType[], compare: Reader['compare']): Position | null {
  const positions = types.flatMap(({ since }) => since ?? [])
  return positions.length < types.length ? null : (positions.sort(compare)[0] ?? null)
}

/** `only`: the types to look for, where the store can leave out the others. */
async function readAfter(log: Reader, start: Position | null, known: KnownTypes, only: readonly NotedType[] = []) {
  const types = only.map(({ type }) => type)
  for (let after = start; ; ) {
    const events =
      only.length > 0 && log.readTypes
        ? await log.readTypes(after, batchSize, types)
        : await log.readAll(after, batchSize)
    for (const { type, position, metadata } of events) {
      const own = ownMetadata(metadata)
      const version = own?.schemaVersion ?? 0
      if (own && isNewer(known, type, version)) throw new NewerEvent(type, { version, position })
    }
    const last = events.at(-1)
    if (!last) return
    after = last.position
  }
}

async function note(log: Reader, pool: pg.Pool, known: KnownTypes, noted: readonly NotedType[]): Promise<void> {
  const isNoted = (type: string, version: number) => noted.some((one) => one.type === type && one.version >= version)
  const missing = [...known].filter(([type, version]) => !isNoted(type, version))
  if (missing.length === 0) return
  await pool.query(
    `INSERT INTO eventlog.known_types (type, version, since)
     SELECT type, version, $3 FROM unnest($1::text[], $2::int[]) AS own (type, version) ON CONFLICT DO NOTHING`,
    [missing.map(([type]) => type), missing.map(([, version]) => version), await log.head()],
  )
}

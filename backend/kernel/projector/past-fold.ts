import type pg from 'pg'
import { errorNames } from '../../../records/http/error-names.ts'
import { transactionOn } from '../database/transaction.ts'
import type { EventLog, Position, RecordedEvent } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import type { Decode } from './batches.ts'
import { createBoundedReader } from './bounded-reader.ts'
import { stepsOf, tablesOf } from './changes.ts'
import { coalesce, type Steps } from './coalesce.ts'
import { createLaterErasures, erasedBy, erasuresAfter, listErasures, namedIn, peopleOf } from './later-erasures.ts'
import type { AnyProjection } from './projection.ts'
import { beginLoad } from './rebuild-switch.ts'
import { countLoadedRows, createIndexes, createUncountedTables, keepDerivedRows } from './schema.ts'
import type { Projecting, Skips } from './skips.ts'
import { qualified } from './sql.ts'
import { createRowWriter } from './write-rows.ts'

/** There is no event at this position. */
export class UnknownPosition extends Error {
  override readonly name = errorNames.unknownPosition
}

/**
 * Events before the wanted one that are not in the tables: each reading applies them itself, so that a step to a
 * neighbor needs no new tables.
 */
const heldBack = 50
/** Events after the base that a reading may apply. */
export const maxApplied = 150

const atOnce = 200 // events

/** The tables hold the events up to `base` (null: none); `before` is the event before that one. */
export type Folded = { base: Position | null; before: Position | null }

export type FoldTools = {
  log: EventLog
  decode: Decode
  projections: readonly AnyProjection[]
  skips: Skips
  /** Types of the events by which people are erased. */
  erasureTypes: readonly string[]
}

/** The projections with the events that they skip. */
export const projectingOf = ({ projections, skips }: Pick<FoldTools, 'projections' | 'skips'>): Projecting[] =>
  projections.map((projection) => ({ projection, skips: skips.get(projection.name) }))

/** Events read before the next batch of steps is written, while the last one is. */
type Part = { events: RecordedEvent[]; steps: Steps }

/**
 * Fills a schema with the read tables as they were some events before `position`, from the log alone and with flat memory.
 * Later erasures that wait for a reading have changed nothing in it, all others have; the table `later_erasures` lists them.
 * `onProgress` gets the number of events so far; it may throw to give up. Throws UnknownPosition, the signal’s reason, and
 * what a projection throws.
 */
export async function foldPast(
  client: pg.ClientBase,
  tools: FoldTools,
  schema: string,
  position: Position,
  { onProgress, signal }: { onProgress: (done: number) => Promise<void>; signal: AbortSignal },
): Promise<Folded> {
  const { log, decode, projections } = tools
  const tables = tablesOf(projections)
  const projecting = projectingOf(tools)
  const indexed = new Set<string>()
  const writeRows = createRowWriter(schema, tables, async (on, name) => {
    const table = tables[name]
    if (table && !indexed.has(name)) await createIndexes(on, schema, name, table)
    indexed.add(name)
  })

  await transactionOn(
    client,
    async () => {
      for (const projection of projections) await createUncountedTables(client, schema, projection.tables, 'UNLOGGED')
      await createLaterErasures(client, schema)
    },
    beginLoad,
  )

  // Few at a time, so that the requests of this process get their turn.
  const nextAfter = createBoundedReader((from, limit) => log.readAll(from, Math.min(limit, atOnce)))
  let after: Position | null = null
  let held: RecordedEvent[] = []
  let isAll = false
  async function following(): Promise<Part | null> {
    if (isAll) return null
    const recorded: RecordedEvent[] = await nextAfter(after)
    const due = recorded.filter((event) => log.compare(event.position, position) <= 0)
    after = due.at(-1)?.position ?? after
    isAll = due.length < recorded.length || recorded.length === 0 || after === position
    const known = [...held, ...due]
    held = known.slice(-heldBack)
    const events = known.slice(0, -heldBack)
    return { events, steps: stepsOf(tables, projecting, await decode(events)) }
  }

  const folded: Folded = { base: null, before: null }
  let done = 0
  let part = await following()
  while (part) {
    signal.throwIfAborted()
    const { events, steps } = part
    const next = following()
    next.catch(() => {}) // Awaited below, unless writing fails first.
    if (events.length > 0) await transactionOn(client, () => writeRows(client, steps), beginLoad)
    folded.before = events.at(-2)?.position ?? folded.base
    folded.base = events.at(-1)?.position ?? folded.base
    done += events.length
    await onProgress(done)
    part = await next
  }
  if (held.at(-1)?.position !== position) throw new UnknownPosition(`There is no event at position ${position}.`)

  await transactionOn(client, async () => {
    for (const [name, table] of Object.entries(tables)) await createIndexes(client, schema, name, table)
  })
  await client.query(
    `ANALYZE ${Object.keys(tables)
      .map((name) => qualified(schema, name))
      .join(', ')}`,
  )
  for (const projection of projections) {
    signal.throwIfAborted()
    await transactionOn(client, async () => {
      await countLoadedRows(client, schema, projection.tables)
      await keepDerivedRows(client, schema, projection)
    })
  }
  await foldErasures()
  return folded

  /** Leaves out those of people in the events after the base: a reading that applies such an event applies them too. */
  async function foldErasures(): Promise<void> {
    const applied = await decode(await log.readAll(folded.base, maxApplied))
    const steps = stepsOf(tables, projecting, applied)
    const met = await peopleOf(client, schema, tables, { events: applied, steps })
    const waits = (erasure: Recorded) => namedIn(erasure).some((person) => met.has(person))
    let nth = 0
    for await (const erasures of erasuresAfter(tools, folded.base)) {
      signal.throwIfAborted()
      const first = nth
      nth += erasures.length
      const inTables = erasures.filter((erasure) => !waits(erasure))
      await transactionOn(
        client,
        async () => {
          await writeRows(client, coalesce(tables, erasedBy(projecting, inTables)))
          await listErasures(client, schema, { erasures, first, waits })
        },
        beginLoad,
      )
    }
  }
}

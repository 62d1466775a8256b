import type pg from 'pg'
import { errorNames } from '../../../records/http/error-names.ts'
import { transactionOn } from '../database/transaction.ts'
import type { EventLog, Position, RecordedEvent } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import type { Decode } from './batches.ts'
import { createBoundedReader } from './bounded-reader.ts'
import { stepsOf, tablesOf, Unprojectable } from './changes.ts'
import { coalesce, type Steps } from './coalesce.ts'
import type { AnyProjection, RowChange } from './projection.ts'
import { beginLoad } from './rebuild-switch.ts'
import { countLoadedRows, createIndexes, createUncountedTables, keepDerivedRows } from './schema.ts'
import type { Projecting, Skips } from './skips.ts'
import { qualified, quote } from './sql.ts'
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
const erasuresAtOnce = 100

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
 * What later erasures removed or replaced is absent, and the table `later_erasures` lists them. `onProgress` gets the
 * number of events so far; it may throw to give up. Throws UnknownPosition, the signal’s reason, and what a projection
 * throws.
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
      await client.query(
        `CREATE UNLOGGED TABLE ${quote(schema)}.later_erasures (nth bigint PRIMARY KEY, subject text, event jsonb NOT NULL)`,
      )
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
  let nth = 0
  for await (const erasures of erasuresAfter(tools, folded.base)) {
    signal.throwIfAborted()
    const first = nth
    nth += erasures.length
    await transactionOn(
      client,
      async () => {
        await writeRows(client, coalesce(tables, erasedBy(projecting, erasures)))
        await client.query(
          `INSERT INTO ${quote(schema)}.later_erasures (nth, subject, event)
           SELECT $1 + place, event -> 'data' ->> 'subject', event
           FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS listed (event, place)`,
          [first, JSON.stringify(erasures)],
        )
      },
      beginLoad,
    )
  }
  return folded
}

/** The erasures after a position, in order. They hold no personal fields. */
async function* erasuresAfter(
  { log, decode, erasureTypes }: FoldTools,
  position: Position | null,
): AsyncIterable<Recorded[]> {
  const limit = log.readTypes ? erasuresAtOnce : 1000
  for (let after = position; ; ) {
    const read = await (log.readTypes?.(after, limit, erasureTypes) ?? log.readAll(after, limit))
    const erasures = read.filter(({ type }) => erasureTypes.includes(type))
    if (erasures.length > 0) yield await decode(erasures)
    const last = read.at(-1)
    if (!last || read.length < limit) return
    after = last.position
  }
}

/**
 * Rows that these erasures removed or replaced in the tables of an earlier moment. What they added is left out, such as their
 * own line in a history, because the log did not know it then.
 */
export function erasedBy(projecting: readonly Projecting[], erasures: readonly Recorded[]): RowChange[] {
  const changes: RowChange[] = []
  for (const { projection, skips } of projecting)
    for (const event of erasures) {
      if (skips?.has(event.id)) continue
      try {
        for (const change of projection.on[event.type]?.(event) ?? [])
          if (change.kind !== 'insert' && change.kind !== 'increment') changes.push(change)
      } catch (error) {
        throw new Unprojectable(projection.name, event, error)
      }
    }
  return changes
}

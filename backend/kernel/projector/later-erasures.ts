import type pg from 'pg'
import type { EventLog, Position } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import type { Decode } from './batches.ts'
import { changedSubjects } from './changed-subjects.ts'
import { Unprojectable } from './changes.ts'
import type { Steps } from './coalesce.ts'
import type { RowChange, Table } from './projection.ts'
import type { Projecting } from './skips.ts'
import { quote } from './sql.ts'

const atOnce = 100
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

type Reading = { log: EventLog; decode: Decode; erasureTypes: readonly string[] }

/** `waits`: left out of the tables, because events after their base decide what it takes away. */
export const createLaterErasures = (client: pg.ClientBase, schema: string) =>
  client.query(
    `CREATE UNLOGGED TABLE ${quote(schema)}.later_erasures
       (nth bigint PRIMARY KEY, subject text, waits boolean NOT NULL, event jsonb NOT NULL)`,
  )

/** The people that an event names. */
export const namedIn = ({ data }: Recorded): string[] => JSON.stringify(data).match(uuid) ?? []

/** The people that these events name, and those of the rows that their steps would change. */
export async function peopleOf(
  client: pg.ClientBase,
  schema: string,
  tables: { [table: string]: Table },
  { events, steps }: { events: readonly Recorded[]; steps: Steps },
): Promise<Set<string>> {
  return new Set([...(await changedSubjects(client, schema, tables, steps)), ...events.flatMap(namedIn)])
}

/** The erasures after a position, in order. They hold no personal fields. */
export async function* erasuresAfter(
  { log, decode, erasureTypes }: Reading,
  position: Position | null,
): AsyncIterable<Recorded[]> {
  const limit = log.readTypes ? atOnce : 1000
  for (let after = position; ; ) {
    const read = await (log.readTypes?.(after, limit, erasureTypes) ?? log.readAll(after, limit))
    const erasures = read.filter(({ type }) => erasureTypes.includes(type))
    if (erasures.length > 0) yield await decode(erasures)
    const last = read.at(-1)
    if (!last || read.length < limit) return
    after = last.position
  }
}

/** `first`: the number of the first one. */
export const listErasures = (
  client: pg.ClientBase,
  schema: string,
  { erasures, first, waits }: { erasures: readonly Recorded[]; first: number; waits: (erasure: Recorded) => boolean },
) =>
  client.query(
    `INSERT INTO ${quote(schema)}.later_erasures (nth, subject, waits, event)
     SELECT $1 + place, listed -> 'event' -> 'data' ->> 'subject', (listed -> 'waits')::boolean, listed -> 'event'
     FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS all_of_them (listed, place)`,
    [first, JSON.stringify(erasures.map((event) => ({ event, waits: waits(event) })))],
  )

/** Those that wait, and those of these people, in order; null: no event was applied that may bring back what they took. */
export async function erasuresOf(
  client: pg.ClientBase,
  schema: string,
  people: ReadonlySet<string> | null,
): Promise<Recorded[]> {
  const { rows } = await client.query<{ event: Recorded }>(
    `SELECT event FROM ${quote(schema)}.later_erasures
     WHERE waits OR subject = ANY ($1) OR (subject IS NULL AND $2) ORDER BY nth`,
    [[...(people ?? [])], people !== null],
  )
  return rows.map(({ event }) => event)
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

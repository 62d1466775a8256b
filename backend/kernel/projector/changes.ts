import type { Position } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { coalesce, type Steps } from './coalesce.ts'
import type { AnyProjection, RowChange, Table } from './projection.ts'
import type { Projecting } from './skips.ts'

/** The projection itself failed on an event and would fail again: a poison event. */
export class Unprojectable extends Error {
  override readonly name = 'Unprojectable'
  constructor(projection: string, event: { id: string; type: string; position: Position }, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`Projection ${projection} failed on ${event.type} ${event.id} at position ${event.position}: ${why}`, {
      cause,
    })
  }
}

/** The row changes of these events for these projections, in order. Throws Unprojectable. */
export function changesOf(group: readonly Projecting[], events: readonly Recorded[]): RowChange[] {
  // Pushed to one list: a generator allocates for each event and projection, most of which have no change.
  const changes: RowChange[] = []
  for (const { projection, skips } of group) {
    const { on, onEvery } = projection
    for (const event of events) {
      if (skips?.has(event.id)) continue
      try {
        if (onEvery) changes.push(...onEvery(event))
        const handler = on[event.type]
        if (handler) changes.push(...handler(event))
      } catch (error) {
        throw new Unprojectable(projection.name, event, error)
      }
    }
  }
  return changes
}

/** The same changes, coalesced. Throws Unprojectable and ImpossibleChange. */
export function stepsOf(
  tables: { [table: string]: Table },
  group: readonly Projecting[],
  events: readonly Recorded[],
): Steps {
  return coalesce(tables, changesOf(group, events))
}

/** All tables of the projections. Throws when two projections claim the same name. */
export function tablesOf(projections: readonly AnyProjection[]): { [table: string]: Table } {
  const tables: { [table: string]: Table } = {}
  for (const projection of projections) {
    for (const [name, table] of Object.entries(projection.tables)) {
      if (name in tables) throw new Error(`Two projections claim the table ${name}; one of them is ${projection.name}.`)
      tables[name] = table
    }
  }
  return tables
}

import pg from 'pg'
import type { Position } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import type { AnyProjection } from '../projections/projection.ts'
import { Unprojectable } from './changes.ts'
import { ImpossibleChange } from './coalesce.ts'

/** How far one projection has come. */
export type Standing = { projection: AnyProjection; position: Position | null; stopped: Stop | null }
/** At which event it stopped (null: before the first) and why; one sentence. */
export type Stop = { position: Position | null; reason: string }

// SQLSTATE classes that are about what was written: cardinality, value, integrity, name or type, raised, too large.
const aboutTheRow = /^(21|22|23|42|P0|54)/

/** Whether trying the same event again must fail again; all else (connection, disk, deadlock) may pass. */
export function isPoison(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return aboutTheRow.test(error.code ?? '')
  return error instanceof Unprojectable || error instanceof ImpossibleChange
}

/**
 * Gives the events to all projections in one `write`; if one of them is poison to one of them, narrows down by halves
 * which, has that projection `stop` in front of that event, and lets all others pass. `write` moves the standings.
 */
export async function isolating(
  group: readonly Standing[],
  events: readonly Recorded[],
  write: (group: readonly Standing[], events: readonly Recorded[]) => Promise<void>,
  stop: (standing: Standing, stopped: Stop) => Promise<void>,
): Promise<void> {
  const [standing] = group
  const [event] = events
  if (!standing || !event) return
  try {
    await write(group, events)
  } catch (error) {
    if (!isPoison(error)) throw error
    if (group.length > 1) {
      for (const one of group) await isolating([one], events, write, stop)
    } else if (events.length > 1) {
      const half = Math.ceil(events.length / 2)
      await isolating(group, events.slice(0, half), write, stop)
      if (!standing.stopped) await isolating(group, events.slice(half), write, stop)
    } else {
      await stop(standing, { position: event.position, reason: reasonFor(standing.projection.name, event, error) })
    }
  }
}

function reasonFor(projection: string, event: Recorded, error: unknown): string {
  if (error instanceof Unprojectable) return error.message
  return new Unprojectable(projection, event, error instanceof pg.DatabaseError ? refusal(error) : error).message
}

/** Without the database's own words: they quote the row, and a row may be personal. */
function refusal({ code, table, column, constraint }: pg.DatabaseError): string {
  const where = Object.entries({ table, column, constraint }).flatMap(([kind, name]) =>
    name ? ` ${kind} ${name}` : [],
  )
  return `the database refused the row (${[`SQLSTATE ${code}`, ...where].join(',')}).`
}

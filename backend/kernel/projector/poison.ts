import pg from 'pg'
import type { Position } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { Unprojectable } from './changes.ts'
import { ImpossibleChange } from './coalesce.ts'
import type { Projecting } from './skips.ts'

/** Position up to which one projection has read. */
export type Standing = Projecting & { position: Position | null; stopped: Stop | null }
/** The event at which it stopped (null: before the first one) and why, in one sentence. */
export type Stop = { position: Position | null; reason: string }

// SQLSTATE classes that concern the row: cardinality, value, integrity, name or type, raised, too large.
const aboutTheRow = /^(21|22|23|42|P0|54)/

/** True when retrying the same event must fail again; all other errors (connection, disk, deadlock) may pass. */
export function isPoison(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return aboutTheRow.test(error.code ?? '')
  return error instanceof Unprojectable || error instanceof ImpossibleChange
}

/**
 * Passes the events to all projections in one `write`. If an event is poison to a projection, bisects to find it, calls
 * `stop` for that projection before that event, and lets all others continue. `write` moves the standings.
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
  return new Unprojectable(projection, event, error instanceof pg.DatabaseError ? describeRejection(error) : error)
    .message
}

/** Without the database's own message: it quotes the row, which may contain personal data. */
function describeRejection({ code, table, column, constraint }: pg.DatabaseError): string {
  const where = Object.entries({ table, column, constraint }).flatMap(([kind, name]) =>
    name ? ` ${kind} ${name}` : [],
  )
  return `the database rejected the row (${[`SQLSTATE ${code}`, ...where].join(',')}).`
}

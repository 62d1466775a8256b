import type pg from 'pg'
import { commandLineContext } from '../kernel/eventlog/command-context.ts'
import type { EventLog, Position, RecordedEvent } from '../kernel/eventlog/event-log.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import { readCheckpoints, retryStopped } from '../kernel/projector/checkpoints.ts'
import type { AnyProjection } from '../kernel/projector/projection.ts'
import { projectionSkipStream, projectionSkips } from '../kernel/projector/projection-skips.ts'
import { historyProjection } from '../projections/history.ts'
import { decidesMail } from '../projections/mail-decisions.ts'
import { neverSkipped } from '../topics/index.ts'

const maxReason = 500
const batchSize = 1000 // events

export type SkipAsked = { projection: string; position: Position; reason: string }

/** The arguments of the command; null for wrong usage. */
export function skipAsked([projection, position, ...words]: readonly string[]): SkipAsked | null {
  const reason = words.join(' ').trim()
  if (projection === undefined || position === undefined || reason === '' || [...reason].length > maxReason) return null
  return { projection, position, reason }
}

export type SkipParts = {
  log: EventLog
  handle: Handle
  pool: pg.Pool
  projections: readonly Pick<AnyProjection, 'name'>[]
  now(): Date
  print(line: string): void
}

/**
 * `npm run admin -- skip-event …`: records that the projection skips the event, and lets it try again. The event comes
 * first, so that a projection which tries again knows it. Returns the exit code.
 */
export async function skipEvent({ projection, position, reason }: SkipAsked, parts: SkipParts): Promise<0 | 1> {
  const { log, handle, pool, projections, now, print } = parts
  const names = projections.map(({ name }) => name)
  if (!names.includes(projection)) {
    print(`There is no projection ${projection}. These are: ${names.join(', ')}.`)
    return 1
  }
  const checkpoint = (await readCheckpoints(pool)).get(projection)
  const isStoppedThere = checkpoint?.stopped_at_position === position
  const event = await eventAt(log, position, isStoppedThere ? checkpoint.position : null)
  if (event === null) {
    print(`The log has no event at position ${position}. /readyz shows where a projection stopped.`)
    return 1
  }
  if (servesErasure(projection, event)) {
    print(
      `The event ${event.type} at position ${position} cannot be skipped, because people are erased by it: the projection ${projection} would keep what has to go. Nothing was changed. Install a version of the program whose projection handles it, then start again; until then the projection waits.`,
    )
    return 1
  }
  if (decidesMail(projection, event.type)) {
    print(
      `The event ${event.type} at position ${position} cannot be skipped, because it says who gets email: the projection ${projection} would let a person be mailed who said no. Nothing was changed. Install a version of the program whose projection handles it, then start again; until then the projection and email campaigns wait.`,
    )
    return 1
  }
  const data = { projection, position, eventId: event.id, eventType: event.type, reason }
  const { events } = await handle(
    projectionSkips,
    projectionSkipStream,
    { type: 'SkipEvent', data },
    commandLineContext({ at: now() }),
  )
  await retryStopped(pool, projection)
  const what = `the event ${event.type} at position ${position}`
  print(
    events.length > 0
      ? `From here on the projection ${projection} passes over ${what}.`
      : `The projection ${projection} passes over ${what} already.`,
  )
  const hasHandled = !isStoppedThere && isAtOrAfter(log, checkpoint?.position ?? null, position)
  if (hasHandled) print(`Its tables still hold it. Run npm run rebuild -- ${projection} to leave it out of them.`)
  return 0
}

/** Also an event with a subject in the histories, where an erasure looks for all that a person wrote. */
const servesErasure = (projection: string, { type, data }: RecordedEvent) =>
  neverSkipped.includes(type) || (projection === historyProjection.name && data.includes('"subject":'))

const isAtOrAfter = (log: EventLog, reached: Position | null, position: Position) =>
  reached !== null && log.compare(reached, position) >= 0

/** Searches the log in order, since only the log itself can compare positions. */
async function eventAt(log: EventLog, position: Position, after: Position | null): Promise<RecordedEvent | null> {
  for (let reached = after; ; ) {
    const batch = await log.readAll(reached, batchSize)
    const found = batch.find((event) => event.position === position)
    if (found) return found
    const last = batch.at(-1)
    if (!last) return null
    reached = last.position
  }
}

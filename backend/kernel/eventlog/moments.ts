import type { EventLog, Position, RecordedEvent } from './event-log.ts'

const batchSize = 1000 // events

/** Milliseconds since 1970; null for an event that another program wrote. */
export function timeOf({ metadata }: Pick<RecordedEvent, 'metadata'>): number | null {
  try {
    const time = Date.parse(JSON.parse(metadata).at)
    return Number.isNaN(time) ? null : time
  } catch {
    return null
  }
}

/**
 * The position of the last event before the log went on after this moment (ISO 8601); null when it begins later. Writers
 * note the time before they append, so neighbors may be a few milliseconds out of order.
 */
export const positionAt = (log: EventLog, at: string): Promise<Position | null> =>
  log.nth && log.distance ? halving(log, Date.parse(at), log.nth, log.distance) : reading(log, Date.parse(at))

async function halving(
  { head, readAll }: EventLog,
  moment: number,
  nth: NonNullable<EventLog['nth']>,
  distance: NonNullable<EventLog['distance']>,
): Promise<Position | null> {
  const last = await head()
  let [low, high] = [0, last === null ? 0 : distance(null, last)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [event] = await readAll(middle === 1 ? null : nth(middle - 1), 1)
    const time = event ? timeOf(event) : null
    if (time === null || time <= moment) low = middle
    else high = middle - 1
  }
  return low === 0 ? null : nth(low)
}

/** For a store whose positions do not tell how many events come before. */
async function reading({ readAll }: EventLog, moment: number): Promise<Position | null> {
  for (let found: Position | null = null; ; ) {
    const events: RecordedEvent[] = await readAll(found, batchSize)
    const later = events.findIndex((event) => (timeOf(event) ?? moment) > moment)
    found = (later < 0 ? events.at(-1) : events[later - 1])?.position ?? found
    if (later >= 0 || events.length === 0) return found
  }
}

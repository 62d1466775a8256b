import type { EventLog, Position, RecordedEvent } from './event-log.ts'
import { timeOf } from './moments.ts'

/** Number of events not yet handled, and age of the first of them; null when the log cannot be read. */
export type Lag = { events: number | null; seconds: number | null }
/** Where the log ends. */
export type ReadEnd = EventLog['head']

type Reader = Pick<EventLog, 'readNew' | 'compare' | 'distance'>

const maxCounted = 1000 // the most events that are counted one by one

/**
 * Lag of readers at these positions behind the end of the log; `now` in ms since 1970. A reader at the end costs
 * nothing more. Logs whose positions do not reveal distances are counted up to 1000 events (1000 then means at least
 * that many).
 */
export async function lagsBehind(
  log: Reader,
  readEnd: ReadEnd,
  positions: readonly (Position | null)[],
  now: number,
): Promise<Lag[]> {
  const lags = await readEnd()
    .then((end) => readLags(log, end, new Set(positions), now))
    .catch(() => new Map<Position | null, Lag>())
  return positions.map((position) => lags.get(position) ?? { events: null, seconds: null })
}

async function readLags(
  { readNew, compare, distance }: Reader,
  end: Position | null,
  positions: ReadonlySet<Position | null>,
  now: number,
): Promise<Map<Position | null, Lag>> {
  const order = (a: Position | null, b: Position | null) =>
    a === null || b === null ? Number(a !== null) - Number(b !== null) : compare(a, b)
  const limit = distance ? 1 : maxCounted
  const lags = new Map<Position | null, Lag>()
  /** The events up to the end after a position before this one, if there were few. */
  let tail: RecordedEvent[] | null = null
  for (const position of [...positions].sort(order)) {
    if (order(position, end) >= 0) {
      lags.set(position, { events: 0, seconds: 0 })
      continue
    }
    const read: RecordedEvent[] = tail ?? (await readNew(position, limit))
    if (read.length < limit) tail = read
    const waiting = read.filter((event) => order(event.position, position) > 0)
    const events = distance && end !== null ? distance(position, end) : waiting.length
    lags.set(position, { events, seconds: ageOf(waiting, now) })
  }
  return lags
}

/** Age in seconds of the first event after a position; null when the log cannot be read. */
export async function secondsBehind(
  { readNew }: Pick<Reader, 'readNew'>,
  position: Position | null,
  now: number,
): Promise<number | null> {
  try {
    return ageOf(await readNew(position, 1), now)
  } catch {
    return null
  }
}

/** Of the first event that says when it was written; 0 when there is none. */
function ageOf(waiting: readonly { metadata: string }[], now: number): number {
  for (const event of waiting) {
    const time = timeOf(event)
    if (time !== null) return Math.max(0, (now - time) / 1000)
  }
  return 0
}

import type { EventLog, Position } from './event-log.ts'

/** Number of events not yet handled, and age of the first of them; null when the log cannot be read. */
export type Lag = { events: number | null; seconds: number | null }

const maxCounted = 1000 // the most events that are counted one by one

/**
 * How far a reader at `position` is behind; `now` in ms since 1970. Logs whose positions do not reveal distances are
 * counted up to 1000 events (1000 then means at least that many).
 */
export async function lagBehind(log: EventLog, position: Position | null, now: number): Promise<Lag> {
  try {
    const waiting = await log.readAll(position, log.distance ? 1 : maxCounted)
    const [first] = waiting
    if (!first) return { events: 0, seconds: 0 }
    const head = await log.head()
    const events = log.distance && head !== null ? log.distance(position, head) : waiting.length
    return { events, seconds: Math.max(0, (now - writtenAt(first.metadata)) / 1000) }
  } catch {
    return { events: null, seconds: null }
  }
}

function writtenAt(metadata: string): number {
  const parsed: unknown = JSON.parse(metadata)
  return typeof parsed === 'object' && parsed !== null && 'at' in parsed ? Date.parse(String(parsed.at)) : Number.NaN
}

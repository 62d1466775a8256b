import type { Position, RecordedEvent } from '../event-log.ts'

export type RecentEvents = {
  /** Keeps committed events. */
  keep(events: readonly RecordedEvent[]): void
  /** The start of what follows a position; empty when it must be read from the store. */
  after(after: Position | null, limit: number): RecordedEvent[]
  clear(): void
}

/**
 * The last `size` events that this process appended to or read from a log with gapless numeric positions: events that directly
 * follow a position are complete, since nobody else can have written in between.
 */
export function createRecentEvents({ size = 2000 }: { size?: number } = {}): RecentEvents {
  const events = new Map<number, RecordedEvent>() // a Map keeps insertion order: the oldest stays first
  return {
    keep(written) {
      for (const event of written) events.set(Number(event.position), event)
      for (const position of events.keys()) {
        if (events.size <= size) break
        events.delete(position)
      }
    },
    after(position, limit) {
      const found: RecordedEvent[] = []
      for (let next = Number(position ?? 0) + 1; found.length < limit; next++) {
        const event = events.get(next)
        if (!event) break
        found.push(event)
      }
      return found
    },
    clear: () => events.clear(),
  }
}

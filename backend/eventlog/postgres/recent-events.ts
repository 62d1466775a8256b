import type { RecentEvents, RecordedEvent } from '../event-log.ts'

/**
 * The last `size` events that this process appended to a log with gapless numeric positions: events that directly
 * follow a position are complete, since nobody else can have written in between.
 */
export function createRecentEvents({ size = 2000 }: { size?: number } = {}): RecentEvents & {
  /** Keeps committed events. */
  keep(events: readonly RecordedEvent[]): void
} {
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

import type { Position, RecordedEvent } from '../event-log.ts'

export type RecentEvents = {
  /** Keeps committed events. */
  keep(events: readonly RecordedEvent[]): void
  /** The first events after a position; empty when they must be read from the store. */
  after(after: Position | null, limit: number): RecordedEvent[]
  clear(): void
}

/**
 * The last `size` events that this process appended to or read from a log with gapless numeric positions. Events that
 * directly follow a position are complete, since no other writer can have written in between.
 */
export function createRecentEvents({ size = 2000 }: { size?: number } = {}): RecentEvents {
  const slots: (RecordedEvent | undefined)[] = new Array(size) // an event is at its position modulo size
  const positionIn = (slot: number) => Number(slots[slot]?.position ?? 0)
  return {
    keep(written) {
      for (const event of written) {
        const position = Number(event.position)
        if (position > positionIn(position % size)) slots[position % size] = event
      }
    },
    after(position, limit) {
      const found: RecordedEvent[] = []
      for (let next = Number(position ?? 0) + 1; found.length < limit; next++) {
        const event = slots[next % size]
        if (!event || Number(event.position) !== next) break
        found.push(event)
      }
      return found
    },
    clear: () => void slots.fill(undefined),
  }
}

import type { Position, RecordedEvent } from '../event-log.ts'

const size = 2000 // events

/** The newest events of a log, all those after one position; none are known before `begin`. */
export function createEventWindow(compare: (a: Position, b: Position) => number) {
  let events: RecordedEvent[] = []
  /** The position before the first kept event; undefined while none is known. */
  let base: Position | null | undefined

  const newest = () => (base === undefined ? undefined : (events.at(-1)?.position ?? base))

  return {
    newest,
    isKnown: () => base !== undefined,
    has(position: Position): boolean {
      const last = newest()
      return last !== undefined && last !== null && compare(last, position) >= 0
    },
    begin(after: Position | null): void {
      base = after
      events = []
    },
    lose(): void {
      base = undefined
    },
    /** Keeps those that are new; returns the position of the last one, or null. */
    keep(batch: readonly RecordedEvent[]): Position | null {
      const last = newest()
      const fresh =
        last === undefined || last === null ? batch : batch.filter((event) => compare(event.position, last) > 0)
      const arrived = fresh.at(-1)
      if (!arrived) return null
      events.push(...fresh)
      if (events.length > size) {
        const dropped = events.splice(0, events.length - size)
        base = dropped.at(-1)?.position ?? base
      }
      return arrived.position
    },
    /** Empty also when it is not known what follows the position. */
    after(position: Position | null, limit: number): RecordedEvent[] {
      if (base === undefined) return []
      if (position === base) return events.slice(0, limit)
      if (position === null) return []
      // True when readers are near the end.
      const place = events.findLastIndex((event) => event.position === position)
      return place < 0 ? [] : events.slice(place + 1, place + 1 + limit)
    },
    /** The `count` events of the append that ended here; null when they are not all kept. */
    append(stream: string, { revision, position }: { revision: number; position: Position }, count: number) {
      const place = events.findLastIndex((event) => event.position === position)
      if (place < 0) return null
      const from = revision - count + 1
      // Events of one append are adjacent, except for those of the server.
      const found = events
        .slice(Math.max(0, place + 1 - count), place + 1)
        .filter((event) => event.stream === stream && event.revision >= from)
      return found.length === count ? found : null
    },
    /** The subscription continues where it was. */
    clear(): void {
      base = newest()
      events = []
    },
  }
}

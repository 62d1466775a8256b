import type { Position, RecordedEvent } from '../eventlog/event-log.ts'

const max = { events: 1000, characters: 1_000_000 }

/**
 * Reads the events after a position in batches that take about the same memory, however much each event holds: at most
 * 1,000 events and about 1 MB of JSON, but at least one event. What was read beyond that is the next batch. An empty
 * batch is the end of the log.
 */
export function createBoundedReader(
  read: (after: Position | null, limit: number) => Promise<RecordedEvent[]>,
): (after: Position | null) => Promise<RecordedEvent[]> {
  let kept: { after: Position | null; events: RecordedEvent[] } = { after: null, events: [] }

  return async (after) => {
    const isNext = kept.events.length > 0 && kept.after === after
    const events = isNext ? kept.events : await read(after, max.events)
    const batch = events.slice(0, countWithin(events))
    kept = { after: batch.at(-1)?.position ?? after, events: events.slice(batch.length) }
    return batch
  }
}

function countWithin(events: readonly RecordedEvent[]): number {
  let characters = 0
  const firstBeyond = events.findIndex(({ data }) => {
    characters += data.length
    return characters > max.characters
  })
  return firstBeyond === -1 ? events.length : Math.max(1, firstBeyond)
}

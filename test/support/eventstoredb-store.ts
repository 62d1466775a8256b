/** The storage of the in-process EventStoreDB; it checks appends like the real server. */
export type StoredEvent = {
  id: string
  stream: string
  revision: number
  position: number
  type: string
  contentType: string
  data: Uint8Array
  metadata: Uint8Array
}
export type ProposedEvent = Pick<StoredEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>
export type ExpectedRevision = 'any' | 'no-stream' | number
export type Written =
  | { outcome: 'written'; revision: number; position: number }
  | { outcome: 'written before'; revision: number }
  | { outcome: 'wrong expected version'; revision: number }

const bytesPerEvent = 137 // positions are byte offsets, not counts
const statisticsEvery = 25 // events

export function createEventStore() {
  const all: StoredEvent[] = []
  const streams = new Map<string, StoredEvent[]>()
  const readers = new Set<() => void>()

  function add(stream: string, event: ProposedEvent): StoredEvent {
    const known = streams.get(stream) ?? []
    const stored = { ...event, stream, revision: known.length, position: (all.length + 1) * bytesPerEvent }
    streams.set(stream, [...known, stored])
    all.push(stored)
    return stored
  }

  /** The real server writes its own events in between. */
  function addStatistics() {
    const nothing = Buffer.from('{}')
    add('$stats-127.0.0.1:2113', {
      id: crypto.randomUUID(),
      type: '$statsCollected',
      contentType: 'application/json',
      data: nothing,
      metadata: nothing,
    })
  }

  addStatistics()
  return {
    all,
    readStream: (stream: string) => streams.get(stream),
    write(stream: string, expected: ExpectedRevision, events: ProposedEvent[]): Written {
      const known = streams.get(stream) ?? []
      const current = known.length - 1
      const at = expected === 'any' ? current : expected === 'no-stream' ? -1 : expected
      if (at !== current) {
        // Only events right after the expected revision are compared: the same ids mean a lost answer.
        const behind = known.slice(at + 1, at + 1 + events.length)
        const isSame = at < current && events.every(({ id }, index) => behind[index]?.id === id)
        return isSame
          ? { outcome: 'written before', revision: at + events.length }
          : { outcome: 'wrong expected version', revision: current }
      }
      let position = 0
      for (const event of events) {
        position = add(stream, event).position
        if (all.length % statisticsEvery === 0) addStatistics()
      }
      for (const notify of readers) notify()
      return { outcome: 'written', revision: current + events.length, position }
    },
    onWrite(notify: () => void) {
      readers.add(notify)
      return () => readers.delete(notify)
    },
  }
}

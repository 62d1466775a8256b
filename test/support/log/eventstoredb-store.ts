/** The storage of the in-process EventStoreDB; it checks appends like the real server. */
export type StoredEvent = {
  id: string
  stream: string
  /** A tombstone’s is 2^63 - 1. */
  revision: number | bigint
  position: number
  type: string
  contentType: string
  data: Uint8Array
  metadata: Uint8Array
  /** When it was written, for followers that lag behind. */
  at: number
}
export type ProposedEvent = Pick<StoredEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>
export type ExpectedRevision = 'any' | 'no-stream' | number
export type Written =
  /** `isEcho`: the same events were written a moment ago; the server leaves such an append without an answer. */
  | { outcome: 'written'; revision: number; position: number; isEcho: boolean }
  | { outcome: 'wrong expected version'; revision: number }
  | { outcome: 'too large' }
  | { outcome: 'tombstoned' }

const deletedStream = 2n ** 63n - 1n

export type EventStore = ReturnType<typeof createEventStore>

export const maxAppendSize = 1_048_576 // bytes
const bytesPerEvent = 137 // positions are byte offsets, not counts; its data come on top
const statisticsEvery = 25 // events
const nowhere = 1
/** Two identical appends that arrive within it, from two connections: the second is not answered. */
const sameMoment = 20 // ms

type InStream = StoredEvent & { revision: number }
type Stream = { events: InStream[]; next: number; isTombstoned: boolean }

/** `copied`: the events of another store, as when its files are put back. */
export function createEventStore(copied: readonly StoredEvent[] = []) {
  const all: StoredEvent[] = [...copied]
  const streams = new Map<string, Stream>()
  const readers = new Set<() => void>()

  function streamOf(name: string): Stream {
    const known = streams.get(name) ?? { events: [], next: 0, isTombstoned: false }
    streams.set(name, known)
    return known
  }

  function add(stream: string, event: ProposedEvent): InStream {
    const known = streamOf(stream)
    const stored = addToAll({ ...event, stream, revision: known.next++ })
    known.events.push(stored)
    return stored
  }

  function addToAll<Revision extends number | bigint>(event: ProposedEvent & { stream: string; revision: Revision }) {
    const position = (all.at(-1)?.position ?? 0) + bytesPerEvent + event.data.length
    const stored = { ...event, position, at: performance.now() }
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

  /** Where these ids stand, one after the other: right after the expected revision, or anywhere for `any`. */
  function before({ events }: Stream, expected: number | 'any', proposed: ProposedEvent[]): InStream | undefined {
    const start =
      expected === 'any'
        ? events.findIndex(({ id }) => id === proposed[0]?.id)
        : events.findIndex(({ revision }) => revision === expected + 1)
    if (start < 0) return undefined
    const found = events.slice(start, start + proposed.length)
    return proposed.every(({ id }, index) => found[index]?.id === id) ? found.at(-1) : undefined
  }

  for (const event of copied) {
    const known = streamOf(event.stream)
    const { revision } = event
    known.isTombstoned = typeof revision === 'bigint'
    if (typeof revision === 'bigint') known.events = []
    else {
      known.events.push({ ...event, revision })
      known.next = revision + 1
    }
  }
  if (copied.length === 0) addStatistics()
  return {
    all: all as readonly StoredEvent[],
    /** The index of the first event at a position or beyond. */
    indexOf(position: number): number {
      let [from, to] = [0, all.length]
      while (from < to) {
        const middle = (from + to) >> 1
        if ((all[middle]?.position ?? position) < position) from = middle + 1
        else to = middle
      }
      return from
    },
    /** No event begins there, and the log goes on behind it. A position behind the end may still come to be. */
    isInvalid(position: number): boolean {
      const found = all[this.indexOf(position)]
      return found !== undefined && found.position !== position
    },
    readStream(stream: string): { events: readonly InStream[]; isTombstoned: boolean } | undefined {
      const known = streams.get(stream)
      return known && (known.events.length > 0 || known.isTombstoned) ? known : undefined
    },
    write(stream: string, expected: ExpectedRevision, events: ProposedEvent[]): Written {
      const known = streamOf(stream)
      if (known.isTombstoned) return { outcome: 'tombstoned' }
      const size = events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)
      if (size > maxAppendSize) return { outcome: 'too large' }
      if (events.length === 0) return { outcome: 'written', revision: 0, position: nowhere, isEcho: false }
      const current = known.events.at(-1)?.revision ?? -1
      const at = expected === 'any' ? 'any' : expected === 'no-stream' ? -1 : expected
      const kept = at === 'any' || at < current ? before(known, at, events) : undefined
      if (kept) {
        const { revision, position } = kept
        return { outcome: 'written', revision, position, isEcho: performance.now() - kept.at < sameMoment }
      }
      if (at !== 'any' && at !== current) return { outcome: 'wrong expected version', revision: current }
      let last: InStream | undefined
      for (const event of events) {
        last = add(stream, event)
        if (all.length % statisticsEvery === 0) addStatistics()
      }
      for (const notify of readers) notify()
      return { outcome: 'written', revision: last?.revision ?? 0, position: last?.position ?? nowhere, isEcho: false }
    },
    /** Its revisions go on where they stopped when it is written again. */
    deleteStream(stream: string) {
      streamOf(stream).events = []
    },
    /** A hard delete; what was in the stream stays in $all until a scavenge. */
    tombstone(stream: string) {
      const known = streamOf(stream)
      known.events = []
      known.isTombstoned = true
      const [id, data] = [crypto.randomUUID(), Buffer.alloc(0)]
      const contentType = 'application/octet-stream'
      addToAll({ id, stream, type: '$streamDeleted', revision: deletedStream, contentType, data, metadata: data })
      for (const notify of readers) notify()
    },

    onWrite(notify: () => void) {
      readers.add(notify)
      return () => readers.delete(notify)
    },
  }
}

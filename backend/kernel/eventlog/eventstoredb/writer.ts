import { setTimeout as delay } from 'node:timers/promises'
import { type Appended, type Expected, type NewEvent, type RecordedEvent, RevisionConflict } from '../event-log.ts'
import { eventsWithSameIds } from './format.ts'

/** Revision and position of the last event, as the server says; null when the stream was not at the expected revision. */
export type Written = { revision: number; position: string | null } | null

type Server = {
  /** Rejects with the reason of `signal` when that is aborted. */
  write(stream: string, expected: Expected, events: readonly NewEvent[], signal: AbortSignal): Promise<Written>
  readStream(stream: string, from?: number, maxCount?: number): Promise<RecordedEvent[]>
  /** The subscription’s copy of these events; null when it is late. */
  arrived(stream: string, written: NonNullable<Written>, count: number): Promise<RecordedEvent[] | null>
}

/** Time to wait for an append before searching its stream for the events; each further wait is twice as long. */
const firstWait = 100 // ms
/** At most this many appends are searched for at once, so that a busy server does not get one more read per append. */
const maxLooking = 2
/** A measurement is appended wherever the stream ends; its streams are short. */
const searched = 1000 // events

/**
 * Makes appends recognize their own repetition. The server compares ids only right after the expected revision of the
 * same stream (docs/decisions/0047-eventstoredb-calls.md).
 */
export function createEventStoreDbWriter({ write, readStream, arrived }: Server) {
  let looking = 0

  /** The events as stored in the stream; if they are not there, another writer was first. */
  async function duplicate(stream: string, events: readonly NewEvent[]): Promise<Appended> {
    const kept = eventsWithSameIds(await readStream(stream), events)
    if (kept.length === 0) throw new RevisionConflict(stream)
    return { outcome: 'duplicate', events: kept }
  }

  /**
   * Compares with the stored events: success may also mean that another attempt wrote these ids. The bytes tell them
   * apart, since the metadata holds the id of the request.
   */
  function settle(kept: RecordedEvent[], events: readonly NewEvent[]): Appended {
    const newest = kept.at(-1)
    const isOwn = kept.every(({ data, metadata }, index) => {
      return data === events[index]?.data && metadata === events[index]?.metadata
    })
    if (!newest || !isOwn) return { outcome: 'duplicate', events: kept }
    return { outcome: 'appended', position: newest.position, revision: newest.revision, events: kept }
  }

  /** Searches the stream again and again until the events are there; rejects when `signal` is aborted. */
  async function found(
    stream: string,
    expected: Expected,
    events: readonly NewEvent[],
    signal: AbortSignal,
  ): Promise<RecordedEvent[]> {
    const from = typeof expected === 'number' ? expected + 1 : 0
    const max = expected === 'any' ? searched : events.length
    for (let pause = firstWait; ; pause *= 2) {
      await delay(pause, undefined, { signal })
      if (looking >= maxLooking) continue
      looking++
      try {
        // Only the answer to the append says what went wrong.
        const read = await readStream(stream, from, max).catch(() => [])
        const kept = eventsWithSameIds(read, events)
        if (kept.length === events.length) return kept
      } finally {
        looking--
      }
    }
  }

  /**
   * The server does not answer the second of two identical appends that arrive at the same moment. So an append that
   * takes long is searched for in its stream.
   */
  async function writtenOrFound(
    stream: string,
    expected: Expected,
    events: readonly NewEvent[],
  ): Promise<Written | RecordedEvent[]> {
    const settled = new AbortController()
    try {
      return await Promise.race([
        write(stream, expected, events, settled.signal),
        found(stream, expected, events, settled.signal),
      ])
    } finally {
      settled.abort(new Error('The append was settled.'))
    }
  }

  return async (stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended> => {
    if (events.length === 0) throw new RangeError('An append needs at least one event.')
    const written = await writtenOrFound(stream, expected, events)
    if (written === null) return duplicate(stream, events)
    if (Array.isArray(written)) return settle(written, events)
    const kept =
      (await arrived(stream, written, events.length)) ??
      (await readStream(stream, written.revision - events.length + 1, events.length))
    return kept.at(-1)?.revision === written.revision ? settle(kept, events) : duplicate(stream, events)
  }
}

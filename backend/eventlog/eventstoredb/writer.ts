import { randomUUID } from 'node:crypto'
import {
  type Appended,
  type Expected,
  LogCorrupted,
  LogUnavailable,
  type NewEvent,
  type RecordedEvent,
  RevisionConflict,
} from '../event-log.ts'
import { type Claim, claimStream, eventsWithSameIds, parseExactly } from './format.ts'

type Server = {
  /** The revision of the last event written, null when the stream was not at the expected revision. */
  write(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<number | null>
  readStream(stream: string, from?: number, maxCount?: number): Promise<RecordedEvent[]>
}

/**
 * Makes appends recognize their own repetition, on a server that compares ids only right after the expected revision of
 * the same stream (docs/decisions/0001-gapless-positions-and-group-commit.md).
 */
export function createEventStoreDbWriter({ write, readStream }: Server) {
  /** The events as stored in the stream; if they are not there, another writer was first. */
  async function duplicate(stream: string, events: readonly NewEvent[]): Promise<Appended> {
    const kept = eventsWithSameIds(await readStream(stream), events)
    if (kept.length === 0) throw new RevisionConflict(stream)
    return { outcome: 'duplicate', events: kept }
  }

  /** Reads back what a successful write stored: success may also mean that another attempt wrote these ids. */
  async function appended(stream: string, last: number, events: readonly NewEvent[]): Promise<Appended> {
    const kept = await readStream(stream, last - events.length + 1, events.length)
    const newest = kept.at(-1)
    if (newest?.revision !== last)
      throw new LogUnavailable('The leader of the EventStoreDB cluster changed. Please try again in a moment.')
    const isOwn = kept.every(({ data, metadata }, index) => {
      return data === events[index]?.data && metadata === events[index]?.metadata
    })
    if (!isOwn) return { outcome: 'duplicate', events: kept }
    return { outcome: 'appended', position: newest.position, revision: last }
  }

  /** A retry may use another stream name: whoever claims the id of the first event decides which name counts. */
  async function create(stream: string, events: readonly NewEvent[], firstId: string): Promise<Appended> {
    for (const { data, metadata } of events) [data, metadata].forEach(parseExactly)
    const claims = claimStream(firstId)
    const claim: Claim = { stream, events }
    const claimed = { id: randomUUID(), type: 'AppendClaimed', data: JSON.stringify(claim), metadata: '{}' }
    if ((await write(claims, 'no-stream', [claimed])) === null) {
      const [kept] = await readStream(claims)
      if (!kept)
        throw new LogCorrupted(`Stream ${claims} was deleted, but it is needed to recognize a repeated command.`)
      const firstClaim: Claim = JSON.parse(kept.data)
      // The first attempt may have stopped here; the server writes the same events to the same new stream only once.
      await write(firstClaim.stream, 'no-stream', firstClaim.events)
      return duplicate(firstClaim.stream, events)
    }
    const last = await write(stream, 'no-stream', events)
    return last === null ? duplicate(stream, events) : appended(stream, last, events)
  }

  async function decide(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    // A late retry expects a revision after its own events, where the server would not look for them.
    const known = await readStream(stream)
    const kept = eventsWithSameIds(known, events)
    if (kept.length > 0) return { outcome: 'duplicate', events: kept }
    if (known.at(-1)?.revision !== expected) throw new RevisionConflict(stream)
    const last = await write(stream, expected, events)
    return last === null ? duplicate(stream, events) : appended(stream, last, events)
  }

  async function measure(stream: string, events: readonly NewEvent[]): Promise<Appended> {
    const last = await write(stream, 'any', events)
    if (last === null) throw new RevisionConflict(stream)
    return appended(stream, last, events)
  }

  return async (stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended> => {
    const [first] = events
    if (!first) throw new RangeError('An append needs at least one event.')
    if (expected === 'no-stream') return create(stream, events, first.id)
    return expected === 'any' ? measure(stream, events) : decide(stream, expected, events)
  }
}

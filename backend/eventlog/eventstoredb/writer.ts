import { type Appended, type Expected, type NewEvent, type RecordedEvent, RevisionConflict } from '../event-log.ts'
import { type Claim, claimStream, eventsWithSameIds } from './format.ts'

/** Revision and position of the last event, as the server says; null when the stream was not at the expected revision. */
export type Written = { revision: number; position: string | null } | null

type Server = {
  write(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Written>
  readStream(stream: string, from?: number, maxCount?: number): Promise<RecordedEvent[]>
  /** What the subscription delivered of these events; null when it is late. */
  arrived(stream: string, written: NonNullable<Written>, count: number): Promise<RecordedEvent[] | null>
  /** Whether the log may hold claims of earlier versions, for commands that can still be repeated. */
  mayHaveClaims(): Promise<boolean>
}

/**
 * Makes appends recognize their own repetition, on a server that compares ids only right after the expected revision of
 * the same stream (docs/decisions/0047-eventstoredb-calls.md).
 */
export function createEventStoreDbWriter({ write, readStream, arrived, mayHaveClaims }: Server) {
  /** The events as stored in the stream; if they are not there, another writer was first. */
  async function duplicate(stream: string, events: readonly NewEvent[]): Promise<Appended> {
    const kept = eventsWithSameIds(await readStream(stream), events)
    if (kept.length === 0) throw new RevisionConflict(stream)
    return { outcome: 'duplicate', events: kept }
  }

  /**
   * Compares with what the server stored: success may also mean that another attempt wrote these ids. The bytes tell, since
   * the metadata holds the id of the request.
   */
  async function settle(stream: string, written: NonNullable<Written>, events: readonly NewEvent[]): Promise<Appended> {
    const { revision } = written
    const kept =
      (await arrived(stream, written, events.length)) ??
      (await readStream(stream, revision - events.length + 1, events.length))
    const newest = kept.at(-1)
    if (newest?.revision !== revision) return duplicate(stream, events)
    const isOwn = kept.every(({ data, metadata }, index) => {
      return data === events[index]?.data && metadata === events[index]?.metadata
    })
    if (!isOwn) return { outcome: 'duplicate', events: kept }
    return { outcome: 'appended', position: newest.position, revision, events: kept }
  }

  /**
   * Earlier versions wrote a claim before each creation: the stream and the events about to be written, under the id of the
   * first of them. Whoever repeats such a command continues where it stopped.
   */
  async function claimed(firstId: string, events: readonly NewEvent[]): Promise<Appended | null> {
    const [kept] = await readStream(claimStream(firstId))
    if (!kept) return null
    const claim: Claim = JSON.parse(kept.data)
    // The first attempt may have stopped here; the server writes the same events to the same new stream only once.
    await write(claim.stream, 'no-stream', claim.events)
    return duplicate(claim.stream, events)
  }

  return async (stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended> => {
    const [first] = events
    if (!first) throw new RangeError('An append needs at least one event.')
    const before = expected === 'no-stream' && (await mayHaveClaims()) ? await claimed(first.id, events) : null
    if (before) return before
    const written = await write(stream, expected, events)
    return written ? settle(stream, written, events) : duplicate(stream, events)
  }
}

import { errorNames } from '../../../records/http/error-names.ts'
import { DomainError, NewerEvent } from './decider.ts'

export { NewerEvent }

/**
 * The port for every event store. Adapters: postgres/, eventstoredb/, memory.ts; test/eventlog-contract.ts specifies
 * what each of them must do.
 */

/** The position of an event in the whole log. Opaque: only `EventLog.compare` orders two of them. */
export type Position = string

/** For stores that count their events: from 1, far below 2^53. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)

/**
 * `'no-stream'`, or the revision of the last event that the decision was based on; `'any'` only for measurements that
 * decide nothing.
 */
export type Expected = 'no-stream' | 'any' | number

/** `data` and `metadata` are JSON text: exactly the bytes that are stored, sealed and exported. */
export type NewEvent = { id: string; type: string; data: string; metadata: string }

export type RecordedEvent = NewEvent & {
  stream: string
  /** 0 for the first event of its stream. */
  revision: number
  position: Position
}

/**
 * `events` are the recorded ones. `duplicate`: events with these ids are already in the log (a retry, or an append whose
 * answer was lost), and nothing was written. `position` and `revision` are those of the last event.
 */
export type Appended =
  | { outcome: 'appended'; position: Position; revision: number; events: RecordedEvent[] }
  | { outcome: 'duplicate'; events: RecordedEvent[] }

/** Another writer was first: the caller reads the stream and decides again. */
export class RevisionConflict extends Error {
  override readonly name = errorNames.revisionConflict
  constructor(stream: string) {
    super(`Stream ${stream} has changed since it was read.`)
  }
}

/** The log itself is damaged (a gap, bytes that cannot be decoded). Never skipped: an operator must act. */
export class LogCorrupted extends Error {
  override readonly name: string = 'LogCorrupted'
}

/** The type of the last event of a stream that an operator deleted for good in EventStoreDB. */
export const deletedStreamType = '$streamDeleted'

/** An operator deleted this stream for good in EventStoreDB, so a command about it is refused, and nothing else stops. */
export class StreamDeleted extends DomainError {
  readonly stream: string
  constructor(stream: string) {
    super('not_found', 'This was deleted from the event log for good, so it can no longer be read or changed.')
    this.stream = stream
  }
}

/** Advice for when the log is older than the database that remembers places in it. */
export const rewindAdvice =
  'If it was put back from an older copy, put back the newer one; if there is none, stop the site and run npm run admin -- rewind.'

/**
 * The store cannot be reached or refuses the connection. The message says in one sentence what to do, without secrets.
 */
export class LogUnavailable extends Error {
  override readonly name = errorNames.logUnavailable
}

/** Bytes of one append: EventStoreDB takes 1,048,576, including what it adds itself. */
export const maxAppendSize = 1_000_000

/** The command has more events than one append may hold and must be split. */
export class AppendTooLarge extends Error {
  override readonly name = errorNames.appendTooLarge
  constructor(size: number) {
    const bytes = (count: number) => count.toLocaleString('en-US')
    super(`This is too large to be recorded at once: ${bytes(size)} bytes of at most ${bytes(maxAppendSize)}.`)
  }
}

/** Bytes of an append. */
export function sizeOf(events: readonly NewEvent[]): number {
  let size = 0
  for (const { id, type, data, metadata } of events)
    for (const text of [id, type, data, metadata]) size += Buffer.byteLength(text)
  return size
}

/** Throws AppendTooLarge; the same limit for every adapter. */
export function checkSize(events: readonly NewEvent[]): void {
  const size = sizeOf(events)
  if (size > maxAppendSize) throw new AppendTooLarge(size)
}

export interface EventLog {
  /**
   * Durable once it resolves. Throws RevisionConflict and AppendTooLarge; several events are all or nothing. A repeated
   * append is recognized at the revision that it expected the first time; a caller that expects a later one has read
   * the stream and looked for the ids there.
   */
  append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended>
  /** The stream in order; empty when there is none. */
  readStream(stream: string): Promise<RecordedEvent[]>
  /** The events of these streams, each in order, where the store itself can read several in one query. */
  readStreams?(streams: readonly string[]): Promise<RecordedEvent[]>
  /** Up to `limit` events in global order, strictly after `after` (null: from the start). */
  readAll(after: Position | null, limit: number): Promise<RecordedEvent[]>
  /**
   * The result that `readAll` would give if only these types existed, where the store itself can leave out the others.
   * It does not notice damage.
   */
  readTypes?(after: Position | null, limit: number, types: readonly string[]): Promise<RecordedEvent[]>
  /**
   * For subscribers: served from memory, so polling is free. May miss events that another process appended a moment
   * ago.
   */
  readNew(after: Position | null, limit: number): Promise<RecordedEvent[]>
  /** After a failure only reading shows what the log holds, because another server may answer now. */
  forgetRecent(): void
  /** Batches in global order after `after`, endlessly and across lost connections, until the signal aborts. */
  subscribe(after: Position | null, signal: AbortSignal): AsyncIterable<RecordedEvent[]>
  /** Position of the newest event, null when the log is empty. */
  head(): Promise<Position | null>
  /** True when an event of this store could have this position; other texts must not reach the store. */
  isPosition(text: string): boolean
  /** Negative, zero or positive, as for Array.sort. */
  compare(a: Position, b: Position): number
  /**
   * The number of events after `after` up to `to`, if positions reveal it; for progress and lag, never for decisions.
   */
  distance?(after: Position | null, to: Position): number
  /** The position of the nth event, counted from 1, if positions reveal it. */
  nth?(number: number): Position
  /** Called when the log has grown, here or in another process: only a hint to look. Returns an unsubscribe function. */
  onAppend(listener: (position: Position) => void): () => void
  /** The streams read by `readAll` that the store is configured to shorten, and by which setting. */
  limitedStreams?(): string[]
  close(): Promise<void>
}

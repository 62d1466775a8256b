/**
 * The port for every event store. Adapters: postgres/, eventstoredb/, memory.ts; test/eventlog-contract.ts specifies
 * what each of them must do.
 */

/** The position of an event in the whole log. Opaque: only `EventLog.compare` orders two of them. */
export type Position = string

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
 * `duplicate`: events with these ids are already in the log (a retry, or an append whose answer was lost). Nothing was
 * written, and `events` are the recorded ones, whatever stream they are in.
 */
export type Appended =
  | { outcome: 'appended'; position: Position; revision: number }
  | { outcome: 'duplicate'; events: RecordedEvent[] }

/** Another writer was first: read the stream and decide again. */
export class RevisionConflict extends Error {
  constructor(stream: string) {
    super(`Stream ${stream} has changed since it was read.`)
    this.name = 'RevisionConflict'
  }
}

/** The log itself is damaged (a gap, bytes that cannot be decoded). Never skipped: an operator must act. */
export class LogCorrupted extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LogCorrupted'
  }
}

/** The store cannot be reached or refuses us; the message says in one sentence what to do, without secrets. */
export class LogUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LogUnavailable'
  }
}

/** Bytes of one append: EventStoreDB takes 1,048,576, with what it adds itself. */
export const maxAppendSize = 1_000_000

/** More than one append may hold; the command has to be split. */
export class AppendTooLarge extends Error {
  constructor(size: number) {
    const bytes = (count: number) => count.toLocaleString('en-US')
    super(`This is too large to be recorded at once: ${bytes(size)} bytes of at most ${bytes(maxAppendSize)}.`)
    this.name = 'AppendTooLarge'
  }
}

/** Throws AppendTooLarge; the same limit for every adapter. */
export function checkSize(events: readonly NewEvent[]): void {
  let size = 0
  for (const { id, type, data, metadata } of events)
    for (const text of [id, type, data, metadata]) size += Buffer.byteLength(text)
  if (size > maxAppendSize) throw new AppendTooLarge(size)
}

export type RecentEvents = {
  /** The start of what `readAll` would return; empty when it must be read from the store. */
  after(after: Position | null, limit: number): RecordedEvent[]
  /** After a failure only reading shows what the log holds: the server may be a different one now. */
  clear(): void
}

export interface EventLog {
  /** Durable once it resolves. Throws RevisionConflict and AppendTooLarge; several events are all or nothing. */
  append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended>
  /** The stream in order; empty when there is none. */
  readStream(stream: string): Promise<RecordedEvent[]>
  /** Up to `limit` events in global order, strictly after `after` (null: from the start). */
  readAll(after: Position | null, limit: number): Promise<RecordedEvent[]>
  /** The newest events, from memory; a shortcut for `readAll`, which is authoritative. */
  readonly recent?: RecentEvents
  /** Batches in global order after `after`, endlessly and across lost connections, until the signal aborts. */
  subscribe(after: Position | null, signal: AbortSignal): AsyncIterable<RecordedEvent[]>
  /** Position of the newest event, null when the log is empty. */
  head(): Promise<Position | null>
  /** Negative, zero or positive, as for Array.sort. */
  compare(a: Position, b: Position): number
  /**
   * The number of events after `after` up to `to`, if positions reveal it; for progress and lag, never for decisions.
   */
  distance?(after: Position | null, to: Position): number
  /** Called after each append by this process: only a hint to look. Returns an unsubscribe function. */
  onAppend(listener: (position: Position) => void): () => void
  close(): Promise<void>
}

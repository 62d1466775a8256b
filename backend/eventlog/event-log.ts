/**
 * The port every event store is reached through. Adapters: postgres.ts, eventstoredb.ts, memory.ts;
 * test/eventlog-contract.ts holds what each of them must do.
 */

/** Where an event stands in the whole log. Opaque: only `EventLog.compare` orders two of them. */
export type Position = string

/** `'no-stream'`, or the revision of the last event the decision knew; `'any'` only for measurements that decide nothing. */
export type Expected = 'no-stream' | 'any' | number

/** `data` and `metadata` are JSON text, exactly the bytes that are kept, sealed and exported. */
export type NewEvent = { id: string; type: string; data: string; metadata: string }

export type RecordedEvent = NewEvent & {
  stream: string
  /** 0 for the first event of its stream. */
  revision: number
  position: Position
}

/**
 * `duplicate`: events with these ids are already in the log (a retry, or an append whose answer was lost);
 * nothing was written and `events` are the recorded ones, whatever stream they are in.
 */
export type Appended =
  | { outcome: 'appended'; position: Position; revision: number }
  | { outcome: 'duplicate'; events: RecordedEvent[] }

/** Another writer was first: read the stream again and decide again. */
export class RevisionConflict extends Error {
  constructor(stream: string) {
    super(`Stream ${stream} has changed since it was read.`)
    this.name = 'RevisionConflict'
  }
}

/** The log itself is damaged (a gap, bytes that no longer decode). Never skipped: an operator must look. */
export class LogCorrupted extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LogCorrupted'
  }
}

export type RecentEvents = {
  /** The beginning of what `readAll` would answer; empty when it must be read. */
  after(after: Position | null, limit: number): RecordedEvent[]
  /** After a failure only reading tells what the log holds: the server may be another one now. */
  clear(): void
}

export interface EventLog {
  /** Durable when it resolves. Throws RevisionConflict; an append of several events is all or nothing. */
  append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended>
  /** The stream in order; empty when there is none. */
  readStream(stream: string): Promise<RecordedEvent[]>
  /** Up to `limit` events in global order, strictly after `after` (null: from the start). */
  readAll(after: Position | null, limit: number): Promise<RecordedEvent[]>
  /** What this process just appended, from memory; a shortcut past `readAll`, which is the truth. */
  readonly recent?: RecentEvents
  /** Batches in global order from `after` on, for ever, over lost connections, until the signal aborts. */
  subscribe(after: Position | null, signal: AbortSignal): AsyncIterable<RecordedEvent[]>
  /** Position of the newest event, null when the log is empty. */
  head(): Promise<Position | null>
  /** Negative, zero or positive, as for Array.sort. */
  compare(a: Position, b: Position): number
  /** How many events are behind `after` up to `to`, where positions tell it; for progress and lag, never to decide. */
  distance?(after: Position | null, to: Position): number
  /** Called after each append that this process made: a hint to look, never the truth. Returns an unsubscribe. */
  onAppend(listener: (position: Position) => void): () => void
  close(): Promise<void>
}

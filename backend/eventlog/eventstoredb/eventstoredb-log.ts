import { setTimeout as delay } from 'node:timers/promises'
import {
  type AllStreamResolvedEvent,
  ANY,
  BACKWARDS,
  type Direction,
  END,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  type ReadPosition,
  type ResolvedEvent,
  START,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import {
  checkSize,
  type EventLog,
  type Expected,
  LogCorrupted,
  LogUnavailable,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from '../event-log.ts'
import { createListeners } from '../listeners.ts'
import { connectToEventStoreDb, eventStoreHint } from './connection.ts'
import { comparePositions, formatPosition, isOwnStream, ownStreams, parseExactly, parsePosition } from './format.ts'
import { createLiveTail } from './live-tail.ts'
import { isConnectionLoss, reconnectAfter, withOneRetry, withTimeout } from './retry.ts'
import { createEventStoreDbWriter } from './writer.ts'

const buffered = { highWaterMark: 1000 } // events
/** A follower of a cluster lags behind; decisions, proofs and seals rest on what the leader has. */
const requiresLeader = true
const maxPage = 1000 // events
/** So many of the server's own are read along with ours. */
const systemEvents = 20

/**
 * The log in EventStoreDB 22.10 or later, at an esdb:// address of one server or a cluster. Positions are
 * `commit/prepare` of $all. Throws StartupError for anything else.
 */
export function createEventStoreDbLog(address: string): EventLog {
  const client = connectToEventStoreDb(address)
  const listeners = createListeners()
  let notified: Position | null = null
  const append = createEventStoreDbWriter({ write, readStream })
  const tail = createLiveTail({
    head,
    subscribe,
    compare: comparePositions,
    onMoved: notify,
    isEndAfter: async (position) => (await readAfter(position, 1)).length === 0,
  })

  /** Of our own appends the subscription tells too. */
  function notify(position: Position): void {
    if (notified !== null && comparePositions(position, notified) <= 0) return
    notified = position
    listeners.notify(position)
  }

  /** Once more after a lost connection; then with a sentence that says what to do. */
  async function asking<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await withOneRetry(call)
    } catch (error) {
      const hint = eventStoreHint(error, address)
      if (hint !== null) throw new LogUnavailable(hint, { cause: error })
      throw error
    }
  }

  async function write(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<number | null> {
    const expectedRevision = expected === 'any' ? ANY : expected === 'no-stream' ? NO_STREAM : BigInt(expected)
    const proposed = events.map(({ id, type, data, metadata }) =>
      jsonEvent({ id, type, data: parseExactly(data), metadata: parseExactly(metadata) }),
    )
    try {
      const { nextExpectedRevision } = await asking(() =>
        withTimeout(client.appendToStream(stream, proposed, { expectedRevision, requiresLeader })),
      )
      return Number(nextExpectedRevision)
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return null
      throw error
    }
  }

  function readStream(stream: string, from = 0, maxCount = Number.MAX_SAFE_INTEGER): Promise<RecordedEvent[]> {
    return asking(async () => {
      try {
        const read: RecordedEvent[] = []
        const options = { fromRevision: BigInt(from), maxCount, requiresLeader }
        for await (const found of client.readStream(stream, options, buffered)) read.push(...recorded(found))
        return read
      } catch (error) {
        if (error instanceof StreamNotFoundError) return []
        throw error
      }
    })
  }

  /** One page of $all, read to its end: the client never lets go of a read that is left early. */
  function readPage(
    direction: Direction,
    fromPosition: ReadPosition,
    maxCount: number,
  ): Promise<AllStreamResolvedEvent[]> {
    return asking(async () => {
      const page: AllStreamResolvedEvent[] = []
      const options = { direction, fromPosition, maxCount, requiresLeader }
      for await (const found of client.readAll(options, buffered)) page.push(found)
      return page
    })
  }

  /** Up to `limit` of our events beyond `after`; those of the server itself, which are in between, are skipped. */
  async function scan(direction: Direction, after: Position | null, limit: number): Promise<RecordedEvent[]> {
    const read: RecordedEvent[] = []
    const size = Math.min(limit + systemEvents, maxPage)
    let from: ReadPosition = after === null ? (direction === FORWARDS ? START : END) : parsePosition(after)
    for (let seen = after; ; ) {
      const page = await readPage(direction, from, size)
      // Forwards, a page starts with the event at its position.
      const fresh = page.flatMap(recorded).filter(({ position }) => position !== seen)
      read.push(...fresh.filter(({ stream }) => isOwnStream(stream)))
      const last = fresh.at(-1)
      if (read.length >= limit) return read.slice(0, limit)
      if (page.length < size || !last) return read
      seen = last.position
      from = parsePosition(seen)
    }
  }

  const readAfter = (after: Position | null, limit: number) => scan(FORWARDS, after, limit)

  async function head(): Promise<Position | null> {
    const [newest] = await scan(BACKWARDS, null, 1)
    return newest?.position ?? null
  }

  return {
    async append(stream, expected, events) {
      checkSize(events)
      const answer = await append(stream, expected, events)
      if (answer.outcome === 'appended') {
        tail.appended(answer.position)
        notify(answer.position)
      }
      return answer
    },
    readStream: (stream) => readStream(stream),
    readAll: async (after, limit) => (await tail.read(after, limit)) ?? readAfter(after, limit),
    recent: tail,
    subscribe,
    head,
    compare: comparePositions,
    onAppend(listener) {
      tail.start()
      return listeners.onAppend(listener)
    },
    async close() {
      tail.stop()
      await client.dispose()
    },
  }

  async function* subscribe(after: Position | null, signal: AbortSignal): AsyncGenerator<RecordedEvent[]> {
    let cursor = after
    while (!signal.aborted) {
      const fromPosition = cursor === null ? START : parsePosition(cursor)
      const filter = streamNameFilter({ regex: ownStreams })
      const subscription = client.subscribeToAll({ fromPosition, filter }, buffered)
      const stop = () => {
        subscription.unsubscribe().catch(() => {})
        subscription.destroy()
      }
      signal.addEventListener('abort', stop)
      try {
        for await (const first of subscription) {
          const batch = recorded(first)
          for (let next = subscription.read(); next !== null; next = subscription.read()) {
            batch.push(...recorded(next))
          }
          if (batch.length > 0) yield batch
          cursor = batch.at(-1)?.position ?? cursor
        }
      } catch (error) {
        if (!signal.aborted && !isConnectionLoss(error)) throw error
      } finally {
        signal.removeEventListener('abort', stop)
        stop()
      }
      await delay(reconnectAfter, undefined, { signal }).catch(() => {})
    }
  }
}

/** One event, or none when the server sends something else. */
function recorded({ event }: ResolvedEvent | AllStreamResolvedEvent): RecordedEvent[] {
  if (!event) return []
  const { id, type, streamId: stream, revision, position } = event
  if (!position)
    throw new LogCorrupted('EventStoreDB sent an event without a position. Version 22.10 or later is required.')
  const [data, metadata] = [JSON.stringify(event.data), JSON.stringify(event.metadata)]
  return [{ id, type, data, metadata, stream, revision: Number(revision), position: formatPosition(position) }]
}

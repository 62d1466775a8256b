import { setTimeout as delay } from 'node:timers/promises'
import {
  type AllStreamResolvedEvent,
  ANY,
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  type ResolvedEvent,
  START,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { type EventLog, type Expected, LogCorrupted, type NewEvent, type RecordedEvent } from '../event-log.ts'
import { createListeners } from '../listeners.ts'
import { comparePositions, formatPosition, isOwnStream, ownStreams, parseExactly, parsePosition } from './format.ts'
import { isConnectionLoss, reconnectAfter, withOneRetry, withTimeout } from './retry.ts'
import { createEventStoreDbWriter } from './writer.ts'

const buffered = { highWaterMark: 1000 } // events

/** The log in EventStoreDB 22.10 or later, at an esdb:// URL. Positions are `commit/prepare` of $all. */
export function createEventStoreDbLog(url: string): EventLog {
  const client = EventStoreDBClient.connectionString(url)
  const listeners = createListeners()
  const append = createEventStoreDbWriter({ write, readStream })

  async function write(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<number | null> {
    const expectedRevision = expected === 'any' ? ANY : expected === 'no-stream' ? NO_STREAM : BigInt(expected)
    const proposed = events.map(({ id, type, data, metadata }) =>
      jsonEvent({ id, type, data: parseExactly(data), metadata: parseExactly(metadata) }),
    )
    try {
      const { nextExpectedRevision } = await withOneRetry(() =>
        withTimeout(client.appendToStream(stream, proposed, { expectedRevision })),
      )
      return Number(nextExpectedRevision)
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return null
      throw error
    }
  }

  function readStream(stream: string, from = 0, maxCount = Number.MAX_SAFE_INTEGER): Promise<RecordedEvent[]> {
    return withOneRetry(async () => {
      try {
        const read: RecordedEvent[] = []
        for await (const found of client.readStream(stream, { fromRevision: BigInt(from), maxCount }, buffered)) {
          read.push(...recorded(found))
        }
        return read
      } catch (error) {
        if (error instanceof StreamNotFoundError) return []
        throw error
      }
    })
  }

  /** Reads $all until enough of our events are found, or to its end. */
  function scan(
    options: Parameters<typeof client.readAll>[0],
    limit: number,
    isWanted: (event: RecordedEvent) => boolean,
  ) {
    return withOneRetry(async () => {
      const all = client.readAll(options, buffered)
      const read: RecordedEvent[] = []
      try {
        for await (const found of all) {
          read.push(...recorded(found).filter((event) => isOwnStream(event.stream) && isWanted(event)))
          if (read.length >= limit) break
        }
      } finally {
        await all.cancel().catch(() => {})
      }
      return read
    })
  }

  return {
    async append(stream, expected, events) {
      const answer = await append(stream, expected, events)
      if (answer.outcome === 'appended') listeners.notify(answer.position)
      return answer
    },
    readStream: (stream) => readStream(stream),
    readAll(after, limit) {
      // A read starts with the event at its position.
      const fromPosition = after === null ? START : parsePosition(after)
      return scan({ direction: FORWARDS, fromPosition }, limit, ({ position }) => position !== after)
    },
    async *subscribe(after, signal) {
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
    },
    async head() {
      const [newest] = await scan({ direction: BACKWARDS, fromPosition: END }, 1, () => true)
      return newest?.position ?? null
    },
    compare: comparePositions,
    onAppend: listeners.onAppend,
    close: () => client.dispose(),
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

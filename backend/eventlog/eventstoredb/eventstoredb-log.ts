import { setTimeout as delay } from 'node:timers/promises'
import {
  BACKWARDS,
  END,
  FORWARDS,
  MaxAppendSizeExceededError,
  type ReadPosition,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import {
  AppendTooLarge,
  checkSize,
  type EventLog,
  type Expected,
  LogCorrupted,
  LogUnavailable,
  type NewEvent,
  type Position,
  type RecordedEvent,
  sizeOf,
} from '../event-log.ts'
import { createListeners } from '../listeners.ts'
import { createAllReader, type ReadPage } from './all-reader.ts'
import { createAppendCalls } from './append-calls.ts'
import { connectToEventStoreDb, eventStoreHint, replacedHint } from './connection.ts'
import { comparePositions, ownStreams, parsePosition } from './format.ts'
import { createMemoryLandmarks, type Landmarks } from './landmarks.ts'
import { createLiveTail } from './live-tail.ts'
import { createRecognition } from './recognition.ts'
import { batchesOf, readToEnd } from './recorded-events.ts'
import { isConnectionLoss, reconnectAfter, withRetries } from './retry.ts'
import { createSilenceLimit } from './silence-limit.ts'
import { createStreamLimits } from './stream-limits.ts'
import { createEventStoreDbWriter, type Written } from './writer.ts'

const buffered = { highWaterMark: 1000 } // events
/** A follower of a cluster lags behind; decisions, proofs and seals rest on what the leader has. */
const requiresLeader = true

export type EventStoreDbOptions = {
  /** Where the log is remembered, to recognize it after a reconnection. */
  landmarks?: Landmarks
  /** Called with a sentence when another log answers at the address. */
  onAlarm?: (sentence: string) => void
}

/**
 * The log in EventStoreDB 22.10 or later, at an esdb:// address of one server or a cluster. Positions are
 * `commit/prepare` of $all. Throws StartupError for anything else.
 */
export function createEventStoreDbLog(
  address: string,
  { landmarks = createMemoryLandmarks(), onAlarm = () => {} }: EventStoreDbOptions = {},
): EventLog {
  const client = connectToEventStoreDb(address)
  const send = createAppendCalls(client)
  const listeners = createListeners()
  const limits = createStreamLimits()
  const withinSilenceLimit = createSilenceLimit()
  let notified: Position | null = null
  const recognition = createRecognition({
    landmarks,
    readEvent: async ({ stream, revision }) => (await readStreamNow(stream, revision, 1)).at(0),
    readFirst: async () => (await createAllReader(readPageNow).readAfter(null, 1)).at(0),
    replaced: replacedHint(address),
    onAlarm,
  })
  const { readAfter, newest } = createAllReader(async (...page) => {
    await recognition.recognized()
    const read = await readPageNow(...page)
    limits.see(read)
    return read
  })
  const tail = createLiveTail({
    head,
    subscribe,
    compare: comparePositions,
    onMoved: notify,
    isEndAfter: async (position) => (await readAfter(position, 1)).length === 0,
  })
  const append = createEventStoreDbWriter({
    write,
    readStream,
    mayHaveClaims: recognition.mayHaveClaims,
    arrived: async (stream, { revision, position }, count) =>
      position === null ? null : tail.arrived(stream, { revision, position }, count),
  })

  /** Of our own appends the subscription tells too. */
  function notify(position: Position): void {
    if (notified !== null && comparePositions(position, notified) <= 0) return
    notified = position
    listeners.notify(position)
  }

  /** Again after a lost connection; then with a sentence that says what to do. */
  async function asking<Answer>(call: (progress: () => void) => Promise<Answer>): Promise<Answer> {
    try {
      return await withinSilenceLimit((listening) =>
        withRetries(() => call(listening.heard), { listening, onLoss: recognition.lost }),
      )
    } catch (error) {
      const hint = eventStoreHint(error, address)
      if (hint !== null) throw new LogUnavailable(hint, { cause: error })
      throw error
    }
  }

  async function write(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Written> {
    await recognition.recognized()
    const { connection } = recognition
    try {
      const written = await asking(async () => {
        // A retry may reach another server.
        await recognition.recognized()
        return send(stream, expected, events)
      })
      if (connection !== recognition.connection) await recognition.recognized()
      return written
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return null
      if (error instanceof MaxAppendSizeExceededError) throw new AppendTooLarge(sizeOf(events))
      if (error instanceof StreamDeletedError) throw deleted(stream)
      throw error
    }
  }

  async function readStream(stream: string, from?: number, maxCount?: number): Promise<RecordedEvent[]> {
    await recognition.recognized()
    return readStreamNow(stream, from, maxCount)
  }

  /** Without asking first whose log it is. */
  function readStreamNow(stream: string, from = 0, maxCount = Number.MAX_SAFE_INTEGER): Promise<RecordedEvent[]> {
    return asking(async (progress) => {
      try {
        const options = { fromRevision: BigInt(from), maxCount, requiresLeader }
        return await readToEnd(client.readStream(stream, options, buffered), progress)
      } catch (error) {
        if (error instanceof StreamNotFoundError) return []
        if (error instanceof StreamDeletedError) throw deleted(stream)
        throw error
      }
    })
  }

  /** One page of $all. */
  function readPageNow(...[direction, from, maxCount]: Parameters<ReadPage>): Promise<RecordedEvent[]> {
    const edge = direction === 'forwards' ? START : END
    const fromPosition: ReadPosition = from === null ? edge : parsePosition(from)
    const options = { fromPosition, maxCount, requiresLeader }
    const asked = { ...options, direction: direction === 'forwards' ? FORWARDS : BACKWARDS } as const
    return asking((progress) => readToEnd(client.readAll(asked, buffered), progress))
  }

  async function head(): Promise<Position | null> {
    return (await newest())?.position ?? null
  }

  return {
    async append(stream, expected, events) {
      checkSize(events)
      tail.start()
      const appending = append(stream, expected, events)
      tail.gather(appending)
      const answer = await appending
      if (answer.outcome === 'appended') {
        const [first] = answer.events
        if (first) await recognition.holds(first)
        tail.appended(answer.position)
        notify(answer.position)
      }
      return answer
    },
    readStream: (stream) => readStream(stream),
    readAll: readAfter,
    readNew: async (after, limit) => (await tail.read(after, limit)) ?? readAfter(after, limit),
    forgetRecent: tail.clear,
    subscribe,
    head,
    compare: comparePositions,
    onAppend(listener) {
      tail.start()
      return listeners.onAppend(listener)
    },
    limitedStreams: limits.found,
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
      const subscription = client.subscribeToAll({ fromPosition, filter, requiresLeader }, buffered)
      let recognized = Promise.resolve()
      const stop = () => {
        subscription.unsubscribe().catch(() => {})
        subscription.destroy()
      }
      // This is a new connection, maybe to another server: nothing is passed on before it is recognized.
      subscription.once('confirmation', () => {
        recognition.lost()
        recognized = recognition.recognized()
        recognized.catch(stop)
      })
      signal.addEventListener('abort', stop)
      try {
        for await (const batch of batchesOf(subscription)) {
          await recognized
          yield batch
          cursor = batch.at(-1)?.position ?? cursor
        }
        await recognized
      } catch (error) {
        if (!signal.aborted && !isConnectionLoss(error)) throw error
      } finally {
        signal.removeEventListener('abort', stop)
        stop()
        recognition.lost()
      }
      await delay(reconnectAfter, undefined, { signal }).catch(() => {})
    }
  }
}

const deleted = (stream: string) =>
  new LogCorrupted(`Stream ${stream} was deleted in EventStoreDB. Restore it from a backup.`)

import { setTimeout as delay } from 'node:timers/promises'
import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  MaxAppendSizeExceededError,
  type ReadPosition,
  type ResolvedEvent,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import {
  AppendTooLarge,
  checkSize,
  deletedStreamType,
  type EventLog,
  type Expected,
  LogCorrupted,
  LogUnavailable,
  type NewEvent,
  type Position,
  type RecordedEvent,
  rewindAdvice,
  StreamDeleted,
  sizeOf,
} from '../event-log.ts'
import { createListeners } from '../listeners.ts'
import { createAllReader, type Page, type ReadPage } from './all-reader.ts'
import { createAppendCalls } from './append-calls.ts'
import { type Client, connectToEventStoreDb, eventStoreHint, replacedHint, usedHint } from './connection.ts'
import { allRecorded, positionOf, recorded } from './event-texts.ts'
import { comparePositions, isAllPosition, parsePosition } from './format.ts'
import { createInactivityTimeout } from './inactivity-timeout.ts'
import { createLiveTail } from './live-tail.ts'
import { createLogIdentityCheck } from './log-identity.ts'
import { createMemoryIdentityStore, type LogIdentityStore } from './log-identity-store.ts'
import { batchesOf, readToEnd } from './recorded-events.ts'
import { isConnectionLoss, isUnknownPosition, isUnready, reconnectAfter, withRetries } from './retry.ts'
import { createStreamLimits } from './stream-limits.ts'
import { createStreamNames } from './stream-names.ts'
import { createEventStoreDbWriter, type Written } from './writer.ts'

const appends = new WeakMap<EventStoreDBClient, ReturnType<typeof createAppendCalls>>()

function appendOver(client: EventStoreDBClient) {
  const known = appends.get(client) ?? createAppendCalls(client)
  appends.set(client, known)
  return known
}

const buffered = { highWaterMark: 1000 } // events
/** A follower in a cluster lags behind; decisions, proofs and seals need the leader’s state. */
const requiresLeader = true

export type EventStoreDbOptions = {
  /** Prefix of each of our stream names, where other programs use the server too. */
  streamPrefix?: string | undefined
  /** The kinds of our stream names; without it, all streams but the server’s own are ours. */
  streamKinds?: readonly string[] | undefined
  /** Where the log’s identity is kept, to recognize it after a reconnection. */
  identityStore?: LogIdentityStore
  /** Called with a sentence when another log answers at the address. */
  onAlarm?: ((sentence: string) => void) | undefined
}

/**
 * The log in EventStoreDB 22.10 or later, at an esdb:// address of one server or a cluster. Positions are
 * `commit/prepare` of $all. Throws StartupError for anything else.
 */
export function createEventStoreDbLog(
  address: string,
  {
    streamPrefix,
    streamKinds,
    identityStore = createMemoryIdentityStore(),
    onAlarm = () => {},
  }: EventStoreDbOptions = {},
): EventLog {
  const names = createStreamNames({ prefix: streamPrefix, kinds: streamKinds })
  const connection = connectToEventStoreDb(address, () => identityCheck.lost())
  const listeners = createListeners()
  const limits = createStreamLimits(names)
  const withInactivityTimeout = createInactivityTimeout()
  let notified: Position | null = null
  const identityCheck = createLogIdentityCheck({
    identityStore,
    readEvent: async ({ stream, revision }) => (await readStreamNow(stream, revision, 1)).at(0),
    readFirst,
    replaced: replacedHint(address, streamPrefix),
    used: usedHint(address),
    onAlarm,
  })
  const { readAfter, newest, forget } = createAllReader(async (...page) => {
    await identityCheck.recognized()
    return readPageNow(...page)
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
    arrived: async (stream, { revision, position }, count) =>
      position === null ? null : tail.arrived(stream, { revision, position }, count),
  })

  /** The subscription also delivers our own appends. */
  function notify(position: Position): void {
    if (notified !== null && comparePositions(position, notified) <= 0) return
    notified = position
    listeners.notify(position)
  }

  /** Called again after a lost connection, with a sentence that says what to do. */
  async function asking<Answer>(
    call: (present: Client, progress: () => void) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    try {
      return await withInactivityTimeout((listening) => {
        const once = async () => {
          try {
            return await connection.ask((present, touch) => {
              const progress = () => {
                touch()
                listening.touch()
              }
              return call(present, progress)
            }, signal)
          } catch (error) {
            if (isUnready(error)) listening.unready()
            throw error
          }
        }
        return withRetries(once, { listening, onLoss: identityCheck.lost })
      })
    } catch (error) {
      if (isUnknownPosition(error)) throw olderCopy(error)
      const hint = eventStoreHint(error, address)
      if (hint !== null) throw new LogUnavailable(hint, { cause: error })
      throw error
    }
  }

  async function write(
    stream: string,
    expected: Expected,
    events: readonly NewEvent[],
    signal: AbortSignal,
  ): Promise<Written> {
    await identityCheck.recognized()
    const { connection } = identityCheck
    const name = names.onServer(stream)
    try {
      const written = await asking(async ({ client }) => {
        // A retry may reach another server.
        await identityCheck.recognized()
        return appendOver(client)(name, expected, events)
      }, signal)
      if (connection !== identityCheck.connection) await identityCheck.recognized()
      return written
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return null
      if (error instanceof MaxAppendSizeExceededError) throw new AppendTooLarge(sizeOf(events))
      if (error instanceof StreamDeletedError) throw new StreamDeleted(stream)
      throw error
    }
  }

  async function readStream(stream: string, from?: number, maxCount?: number): Promise<RecordedEvent[]> {
    await identityCheck.recognized()
    return readStreamNow(stream, from, maxCount)
  }

  /** Skips the check of the log’s identity. */
  async function readStreamNow(stream: string, from = 0, maxCount = Number.MAX_SAFE_INTEGER): Promise<RecordedEvent[]> {
    const name = names.onServer(stream)
    const options = { fromRevision: BigInt(from), maxCount, requiresLeader }
    return asking(async ({ client, givenUp }, progress) => {
      const found: RecordedEvent[] = []
      try {
        await readToEnd<ResolvedEvent>(
          client.readStream(name, options, buffered),
          (event) => {
            const own = recorded(event, names)
            if (own !== null) found.push(own)
          },
          progress,
          givenUp,
        )
        return found
      } catch (error) {
        if (error instanceof StreamNotFoundError) return []
        if (error instanceof StreamDeletedError) throw new StreamDeleted(stream)
        throw error
      }
    })
  }

  /** The end of a deleted stream has no revision to read it by. */
  async function readFirst(): Promise<RecordedEvent | undefined> {
    const { readAfter } = createAllReader(readPageNow)
    for (let after: Position | null = null; ; ) {
      const [event]: RecordedEvent[] = await readAfter(after, 1)
      if (event?.type !== deletedStreamType) return event
      after = event.position
    }
  }

  /** One page of $all. */
  async function readPageNow(...[direction, from, maxCount]: Parameters<ReadPage>): Promise<Page> {
    const edge = direction === 'forwards' ? START : END
    const fromPosition: ReadPosition = from === null ? edge : parsePosition(from)
    const options = {
      fromPosition,
      maxCount,
      requiresLeader,
      direction: direction === 'forwards' ? FORWARDS : BACKWARDS,
    } as const
    return asking(async ({ client, givenUp }, progress) => {
      const own: RecordedEvent[] = []
      let last: ResolvedEvent | null = null
      const count = await readToEnd<ResolvedEvent>(
        client.readAll(options, buffered),
        (event) => {
          limits.see(event)
          const ours = recorded(event, names)
          if (ours !== null) own.push(ours)
          last = event
        },
        progress,
        givenUp,
      )
      return { own, last: last && positionOf(last), count }
    })
  }

  async function head(): Promise<Position | null> {
    return (await newest())?.position ?? null
  }

  return {
    async append(stream, expected, events) {
      checkSize(events)
      tail.start()
      const appending = append(stream, expected, events)
      tail.coalesceWith(appending)
      const answer = await appending
      if (answer.outcome === 'appended') {
        const [first] = answer.events
        if (first) await identityCheck.holds(first)
        tail.appended(answer.position)
        notify(answer.position)
      }
      return answer
    },
    readStream: (stream) => readStream(stream),
    readAll: readAfter,
    readNew: async (after, limit) => (await tail.read(after, limit)) ?? readAfter(after, limit),
    forgetRecent() {
      tail.clear()
      forget()
    },
    subscribe,
    head,
    isPosition: isAllPosition,
    compare: comparePositions,
    onAppend(listener) {
      tail.start()
      return listeners.onAppend(listener)
    },
    limitedStreams: limits.found,
    async close() {
      tail.stop()
      await connection.close()
    },
  }

  async function* subscribe(after: Position | null, signal: AbortSignal): AsyncGenerator<RecordedEvent[]> {
    let cursor = after
    while (!signal.aborted) {
      const fromPosition = cursor === null ? START : parsePosition(cursor)
      const filter = streamNameFilter({ regex: names.pattern })
      const { client, givenUp } = connection.present
      const subscription = client.subscribeToAll({ fromPosition, filter, requiresLeader }, buffered)
      let recognized = Promise.resolve()
      const stop = () => {
        subscription.unsubscribe().catch(() => {})
        subscription.destroy()
      }
      // A new connection may lead to another server: nothing is returned before its log is recognized.
      subscription.once('confirmation', () => {
        identityCheck.lost()
        recognized = identityCheck.recognized()
        recognized.catch(stop)
      })
      const ended = AbortSignal.any([signal, givenUp])
      ended.addEventListener('abort', stop)
      try {
        for await (const batch of batchesOf(subscription)) {
          await recognized
          const own = allRecorded(batch, names)
          if (own.length > 0) yield own
          cursor = own.at(-1)?.position ?? cursor
        }
        await recognized
      } catch (error) {
        if (isUnknownPosition(error)) throw olderCopy(error)
        if (!ended.aborted && !isConnectionLoss(error)) throw error
      } finally {
        ended.removeEventListener('abort', stop)
        stop()
        identityCheck.lost()
      }
      await delay(reconnectAfter, undefined, { signal }).catch(() => {})
    }
  }
}

const olderCopy = (cause: unknown) =>
  new LogCorrupted(`EventStoreDB has no event where this database has read one. ${rewindAdvice}`, { cause })

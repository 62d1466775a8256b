import { checkSize, type EventLog, type Position, type RecordedEvent } from '../event-log.ts'
import { createListeners } from '../listeners.ts'
import { createAllReader } from './all-reader.ts'
import { createAsking } from './asking.ts'
import { connectToEventStoreDb, replacedHint, usedHint } from './connection.ts'
import { comparePositions, isAllPosition } from './format.ts'
import { createLiveTail } from './live-tail.ts'
import { createLogIdentityCheck } from './log-identity.ts'
import { createMemoryIdentityStore, type LogIdentityStore } from './log-identity-store.ts'
import { createLogReads } from './log-reads.ts'
import { createWrite } from './log-writes.ts'
import { createStreamLimits } from './stream-limits.ts'
import { createStreamNames } from './stream-names.ts'
import { subscribeToEvents } from './subscription.ts'
import { createEventStoreDbWriter } from './writer.ts'

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
  let notified: Position | null = null
  const asking = createAsking(address, connection, () => identityCheck.lost())
  const reads = createLogReads(asking, names, limits.see)
  const identityCheck = createLogIdentityCheck({
    identityStore,
    readEvent: async ({ stream, revision }) => (await reads.ofStream(stream, revision, 1)).at(0),
    readFirst: reads.first,
    replaced: replacedHint(address, streamPrefix),
    used: usedHint(address),
    onAlarm,
  })
  const { readAfter, newest, forget } = createAllReader(async (...page) => {
    await identityCheck.recognized()
    return reads.page(...page)
  })
  const subscribe = (after: Position | null, signal: AbortSignal) =>
    subscribeToEvents({ connection, names, identityCheck }, after, signal)
  const tail = createLiveTail({
    head,
    subscribe,
    compare: comparePositions,
    onMoved: notify,
    isEndAfter: async (position) => (await readAfter(position, 1)).length === 0,
  })
  const append = createEventStoreDbWriter({
    write: createWrite(asking, names, identityCheck),
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

  async function readStream(stream: string, from?: number, maxCount?: number): Promise<RecordedEvent[]> {
    await identityCheck.recognized()
    return reads.ofStream(stream, from, maxCount)
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
}

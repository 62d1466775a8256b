import { setTimeout as delay } from 'node:timers/promises'
import type { Position, RecordedEvent } from '../event-log.ts'
import { createEventWindow } from './event-window.ts'
import { createInactivityTimeout, type Listening } from './inactivity-timeout.ts'

/** While the subscription is silent, the server’s answer that nothing follows a position is trusted for this long. */
const endTtl = 2000 // ms
/**
 * An appended event arrives eventually. The server is asked only when no event arrives for this long, or the event is
 * far away.
 */
const arrival = { limit: 25, max: 250 } // ms
/** Readers wait this long for appends in progress, so that they handle them together. */
const gatherFor = 5 // ms

export type LiveTail = {
  /** Begins to follow the log; calling it again does nothing. */
  start(): void
  /** Readers wait a moment for this append. */
  coalesceWith(append: Promise<unknown>): void
  /** Remembers that this process appended up to here. */
  appended(position: Position): void
  /** The events of an append up to this position, after waiting a moment; null: ask the server. */
  arrived(
    stream: string,
    last: { revision: number; position: Position },
    count: number,
  ): Promise<RecordedEvent[] | null>
  /** The events after a position, after waiting a moment for this process’s own appends; null: ask the server. */
  read(after: Position | null, limit: number): Promise<RecordedEvent[] | null>
  /** Forgets the events, so that readers ask the server. */
  clear(): void
  stop(): void
}

/** The appends of this process that have no answer yet. */
function createAppendsUnderWay() {
  const appends = new Set<Promise<unknown>>()
  let gathering: Promise<void> | null = null
  return {
    add(append: Promise<unknown>): void {
      const settled: Promise<unknown> = append.then(
        () => appends.delete(settled),
        () => appends.delete(settled),
      )
      appends.add(settled)
    },
    /** Resolves once they have their answers, or after a moment; one delay shared by all readers. */
    async gathered(): Promise<void> {
      if (appends.size === 0) return
      gathering ??= new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, gatherFor)
        Promise.all(appends).then(() => {
          clearTimeout(timer)
          resolve()
        })
      }).finally(() => {
        gathering = null
      })
      return gathering
    },
  }
}

type Server = {
  head(): Promise<Position | null>
  /** Asks the server whether nothing follows this position. */
  isEndAfter(position: Position): Promise<boolean>
  subscribe(after: Position | null, signal: AbortSignal): AsyncIterable<RecordedEvent[]>
  compare(a: Position, b: Position): number
  onMoved(position: Position): void
  now?: () => number
}

/**
 * The newest events, kept in memory by one subscription. It serves the projector and all reactors of this process,
 * which would otherwise each ask the server several times a second, and the writer, which compares its events with the
 * stored ones. It is only a shortcut: every two seconds it asks the server whether there are events that the
 * subscription did not deliver.
 */
export function createLiveTail({
  head,
  isEndAfter,
  subscribe,
  compare,
  onMoved,
  now = () => performance.now(),
}: Server): LiveTail {
  const stopping = new AbortController()
  let own: Position | null = null
  let confirmedAt = Number.NEGATIVE_INFINITY
  let confirming: Promise<boolean> | null = null
  let isStarted = false
  const waiters = new Set<{ position: Position; touch(): void; resolve(): void }>()
  const withInactivityTimeout = createInactivityTimeout({ ...arrival, now })
  const underWay = createAppendsUnderWay()
  const recent = createEventWindow(compare)
  const isBehind = () => own !== null && !recent.has(own)

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const from = await head()
        recent.begin(from)
        for await (const batch of subscribe(from, stopping.signal)) keep(batch)
      } catch {
        recent.lose()
      }
      await delay(1000, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  function keep(batch: readonly RecordedEvent[]): void {
    const arrived = recent.keep(batch)
    if (arrived === null) return
    confirmedAt = now()
    for (const waiter of waiters)
      if (compare(waiter.position, arrived) <= 0) waiter.resolve()
      else waiter.touch()
    onMoved(arrived)
  }

  /** Waits until this position has arrived, or the subscription falls silent. */
  async function awaitArrival(position: Position): Promise<void> {
    if (recent.has(position)) return
    let forget = () => {}
    const arriving = ({ touch }: Listening) =>
      new Promise<void>((resolve) => {
        const waiter = { position, touch, resolve }
        forget = () => waiters.delete(waiter)
        waiters.add(waiter)
      })
    await withInactivityTimeout(arriving).catch(() => {})
    forget()
  }

  /** One question shared by many readers. */
  function confirm(position: Position): Promise<boolean> {
    confirming ??= isEndAfter(position)
      .then((isEnd) => {
        if (isEnd) confirmedAt = now()
        return isEnd
      })
      .finally(() => {
        confirming = null
      })
    return confirming
  }

  return {
    start() {
      if (!isStarted) void follow()
      isStarted = true
    },
    coalesceWith: underWay.add,
    appended(position) {
      if (own === null || compare(position, own) > 0) own = position
    },
    async arrived(stream, { revision, position }, count) {
      if (!recent.isKnown()) return null
      await awaitArrival(position)
      return recent.append(stream, { revision, position }, count)
    },
    clear() {
      recent.clear()
      confirmedAt = Number.NEGATIVE_INFINITY
    },
    async read(position, limit) {
      if (!recent.isKnown()) return null
      await underWay.gathered()
      if (own !== null && isBehind()) await awaitArrival(own)
      const found = recent.after(position, limit)
      if (found.length > 0) return found
      if (position === null || position !== recent.newest() || isBehind()) return null
      if (now() - confirmedAt < endTtl) return []
      return (await confirm(position)) ? [] : null
    },
    stop: () => stopping.abort(),
  }
}

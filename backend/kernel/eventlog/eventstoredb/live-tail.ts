import { setTimeout as delay } from 'node:timers/promises'
import type { Position, RecordedEvent } from '../event-log.ts'
import { createInactivityTimeout, type Listening } from './inactivity-timeout.ts'

const size = 2000 // events
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
}: {
  head(): Promise<Position | null>
  /** Asks the server whether nothing follows this position. */
  isEndAfter(position: Position): Promise<boolean>
  subscribe(after: Position | null, signal: AbortSignal): AsyncIterable<RecordedEvent[]>
  compare(a: Position, b: Position): number
  onMoved(position: Position): void
  now?: () => number
}): LiveTail {
  const stopping = new AbortController()
  let events: RecordedEvent[] = []
  /** The position before the first kept event; undefined while none is known. */
  let base: Position | null | undefined
  let own: Position | null = null
  let confirmedAt = Number.NEGATIVE_INFINITY
  let confirming: Promise<boolean> | null = null
  let isStarted = false
  const waiters = new Set<{ position: Position; touch(): void; resolve(): void }>()
  const withInactivityTimeout = createInactivityTimeout({ ...arrival, now })
  const underWay = new Set<Promise<unknown>>()
  let gathering: Promise<void> | null = null

  const newest = () => (base === undefined ? undefined : (events.at(-1)?.position ?? base))

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const from = await head()
        base = from
        events = []
        for await (const batch of subscribe(from, stopping.signal)) keep(batch)
      } catch {
        base = undefined
      }
      await delay(1000, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  function keep(batch: readonly RecordedEvent[]): void {
    const last = newest()
    const fresh =
      last === undefined || last === null ? batch : batch.filter((event) => compare(event.position, last) > 0)
    const arrived = fresh.at(-1)
    if (!arrived) return
    events.push(...fresh)
    if (events.length > size) {
      const dropped = events.splice(0, events.length - size)
      base = dropped.at(-1)?.position ?? base
    }
    confirmedAt = now()
    for (const waiter of waiters) {
      if (compare(waiter.position, arrived.position) <= 0) waiter.resolve()
      else waiter.touch()
    }
    onMoved(arrived.position)
  }

  function after(position: Position | null, limit: number): RecordedEvent[] {
    if (base === undefined) return []
    if (position === base) return events.slice(0, limit)
    if (position === null) return []
    // True when readers are near the end.
    const place = events.findLastIndex((event) => event.position === position)
    return place < 0 ? [] : events.slice(place + 1, place + 1 + limit)
  }

  const has = (position: Position) => {
    const last = newest()
    return last !== undefined && last !== null && compare(last, position) >= 0
  }
  const isBehind = () => own !== null && !has(own)

  /** Waits until this position has arrived, or the subscription falls silent. */
  async function awaitArrival(position: Position): Promise<void> {
    if (has(position)) return
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

  /** One delay shared by all readers. */
  function gathered(): Promise<void> {
    gathering ??= new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gatherFor)
      Promise.all(underWay).then(() => {
        clearTimeout(timer)
        resolve()
      })
    }).finally(() => {
      gathering = null
    })
    return gathering
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
      if (isStarted) return
      isStarted = true
      void follow()
    },
    coalesceWith(append) {
      const settled: Promise<unknown> = append.then(
        () => underWay.delete(settled),
        () => underWay.delete(settled),
      )
      underWay.add(settled)
    },
    appended(position) {
      if (own === null || compare(position, own) > 0) own = position
    },
    async arrived(stream, { revision, position }, count) {
      if (base === undefined) return null
      await awaitArrival(position)
      const place = events.findLastIndex((event) => event.position === position)
      if (place < 0) return null
      const from = revision - count + 1
      // Events of one append are adjacent, except for those of the server.
      const found = events
        .slice(Math.max(0, place + 1 - count), place + 1)
        .filter((event) => event.stream === stream && event.revision >= from)
      return found.length === count ? found : null
    },
    clear() {
      // The subscription continues where it was.
      base = newest()
      events = []
      confirmedAt = Number.NEGATIVE_INFINITY
    },
    async read(position, limit) {
      if (base === undefined) return null
      if (underWay.size > 0) await gathered()
      if (own !== null && isBehind()) await awaitArrival(own)
      const found = after(position, limit)
      if (found.length > 0) return found
      if (position === null || position !== newest() || isBehind()) return null
      if (now() - confirmedAt < endTtl) return []
      return (await confirm(position)) ? [] : null
    },
    stop: () => stopping.abort(),
  }
}

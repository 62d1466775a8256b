import type { Position, RecordedEvent } from '../event-log.ts'

/** Number of events per page, including those of the server. */
const systemEvents = 20
/**
 * Pages grow up to this where another program writes many events, and for a reader of the whole log. Each page begins
 * with a pause, but what is kept of larger ones outlives the short collections and costs more than fewer pauses save.
 */
const largestPage = 2000 // events
/** A page that is read ahead holds about as much, if its events are like those before. */
const aheadSize = 4_000_000 // characters

/** Of `count` events of $all, ours, and where the last one stands; null: there was none. */
export type Page = { own: RecordedEvent[]; last: Position | null; count: number }

/** Events of $all from a position on, inclusive; null: from the start or the end. */
export type ReadPage = (direction: 'forwards' | 'backwards', from: Position | null, maxCount: number) => Promise<Page>

/** Where a reader of the whole log continues. */
type Place = {
  /** The last event returned. */
  after: Position | null
  /** The last event read, whether ours or not. */
  seen: Position | null
  /** Our events read but not yet returned. */
  rest: RecordedEvent[]
  ahead: { page: Promise<Page>; size: number } | null
}

/**
 * Filters our events from those of the server and of other programs. A reader that continues where the last answer
 * ended finds the next page already under way; one that asks again at the end does not read other programs’ events
 * again.
 */
export function createAllReader(readPage: ReadPage): {
  /** Up to `limit` events after a position; fewer only at the end. */
  readAfter(after: Position | null, limit: number): Promise<RecordedEvent[]>
  newest(): Promise<RecordedEvent | undefined>
  /** Forgets the pages read so far, because another server may answer now. */
  forget(): void
} {
  let known: Place | null = null
  /** There is no event of ours between these two. */
  let gap: { after: Position | null; seen: Position } | null = null

  async function readAfter(after: Position | null, limit: number): Promise<RecordedEvent[]> {
    const isSequel = known !== null && known.after === after
    const start = gap?.after === after ? gap.seen : after
    const place: Place = known !== null && isSequel ? known : { after, seen: start, rest: [], ahead: null }
    if (isSequel) known = null
    const read = place.rest
    let { seen, ahead } = place
    let isEnd = false
    let size = limit - read.length + 1 + systemEvents
    while (read.length < limit && !isEnd) {
      size = ahead?.size ?? size
      let page: Page = await (ahead?.page ?? readPage('forwards', seen, size))
      // The end of the log may have moved since.
      if (ahead && page.count < size) page = await readPage('forwards', seen, size)
      ahead = null
      isEnd = page.count < size
      const found = page.own[0]?.position === seen ? page.own.slice(1) : page.own
      read.push(...found)
      seen = page.last ?? seen
      size =
        found.length === 0 ? Math.min(size * 2, Math.max(size, largestPage)) : limit - read.length + 1 + systemEvents
    }
    const answer = read.splice(0, limit)
    const last = answer.at(-1)
    if (!last && seen !== null) gap = { after, seen }
    if (isEnd || !last) return answer
    known = { after: last.position, seen, rest: read, ahead: ahead ?? (isSequel ? readAhead(seen, answer) : null) }
    return answer
  }

  function readAhead(seen: Position | null, like: readonly RecordedEvent[]): Place['ahead'] {
    if (seen === null) return null
    const characters = like.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 1)
    const fitting = Math.floor((aheadSize / characters) * like.length)
    const size = Math.max(like.length + 1 + systemEvents, Math.min(fitting, largestPage))
    const page = readPage('forwards', seen, size)
    page.catch(() => {})
    return { page, size }
  }

  return {
    readAfter,
    async newest() {
      let from: Position | null = null
      for (let size = 1 + systemEvents; ; size = Math.min(size * 2, largestPage)) {
        const { own, last, count }: Page = await readPage('backwards', from, size)
        const [found] = own
        if (found || last === null || count < size || last === from) return found
        from = last
      }
    },
    forget() {
      known = null
      gap = null
    },
  }
}

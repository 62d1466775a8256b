import type { Position, RecordedEvent } from '../event-log.ts'
import { isOwnStream } from './format.ts'

/** So many of the server's own events are read along with ours. */
const systemEvents = 20

/** Events of $all from a position on, the one at the position included; null: from the start or the end. */
export type ReadPage = (
  direction: 'forwards' | 'backwards',
  from: Position | null,
  maxCount: number,
) => Promise<RecordedEvent[]>

/** Where a reader of the whole log continues. */
type Place = {
  /** The last event returned. */
  after: Position | null
  /** The last event read, which may be of the server. */
  seen: Position | null
  /** Ours in between. */
  rest: RecordedEvent[]
  ahead: { page: Promise<RecordedEvent[]>; size: number } | null
}

/**
 * Our events among those of the server. Somebody who reads on from where the last answer ended, page after page, finds the
 * next page already under way.
 */
export function createAllReader(readPage: ReadPage): {
  /** Up to `limit` events after a position; fewer only at the end. */
  readAfter(after: Position | null, limit: number): Promise<RecordedEvent[]>
  newest(): Promise<RecordedEvent | undefined>
} {
  let known: Place | null = null

  async function readAfter(after: Position | null, limit: number): Promise<RecordedEvent[]> {
    const isSequel = known !== null && known.after === after
    const place: Place = known !== null && isSequel ? known : { after, seen: after, rest: [], ahead: null }
    if (isSequel) known = null
    const read = place.rest
    let { seen, ahead } = place
    let isEnd = false
    while (read.length < limit && !isEnd) {
      const size: number = ahead?.size ?? limit - read.length + 1 + systemEvents
      let page: RecordedEvent[] = await (ahead?.page ?? readPage('forwards', seen, size))
      // What was the end then may not be the end now.
      if (ahead && page.length < size) page = await readPage('forwards', seen, size)
      ahead = null
      isEnd = page.length < size
      for (const event of page) if (event.position !== seen && isOwnStream(event.stream)) read.push(event)
      seen = page.at(-1)?.position ?? seen
    }
    const answer = read.splice(0, limit)
    const last = answer.at(-1)
    if (isEnd || !last) return answer
    const size = limit + 1 + systemEvents
    const next = isSequel && seen !== null ? { page: readPage('forwards', seen, size), size } : null
    next?.page.catch(() => {})
    known = { after: last.position, seen, rest: read, ahead: next }
    return answer
  }

  return {
    readAfter,
    async newest() {
      let from: Position | null = null
      for (;;) {
        const size: number = 1 + systemEvents
        const page: RecordedEvent[] = await readPage('backwards', from, size)
        const found = page.find(({ stream }) => isOwnStream(stream))
        const last = page.at(-1)
        if (found || !last || page.length < size || last.position === from) return found
        from = last.position
      }
    },
  }
}

import { createBatcher } from './batcher.ts'

const busyWithin = 100 // ms since the last round trip
const maxDraw = 256 // at a time

/**
 * For items drawn from the database before they have an owner, such as ids. Under load each round trip also draws for
 * the next calls, and the next draw starts before the pool is empty, so that callers do not wait. An occasional single
 * call costs one round trip and draws one item. Items are returned in the order of `make` and dropped when they are
 * older than `maxAge` ms.
 */
export function createPrefetchPool<Item>(
  make: (count: number) => Promise<Item[]>,
  { maxAge = busyWithin, now = () => performance.now() }: { maxAge?: number; now?: () => number } = {},
): () => Promise<Item> {
  let ready: Item[] = []
  let size = 0 // of the last draw
  let drawnAt = Number.NEGATIVE_INFINITY
  let isDrawingAhead = false

  /** `one` is answered with an item; `ahead` only refills the pool. */
  const draw = createBatcher<'one' | 'ahead', Item | null>(async (requests) => {
    const takers = requests.filter((request) => request === 'one').length
    const isBusy = now() - drawnAt < busyWithin
    size = isBusy ? Math.min(Math.max(takers * 4, size), maxDraw) : takers
    const drawn = await make(size)
    drawnAt = now()
    const answers = requests.map((request) => (request === 'one' ? (drawn.shift() ?? null) : null))
    ready.push(...drawn)
    return answers
  })

  async function drawAhead(): Promise<void> {
    isDrawingAhead = true
    // A failed prefetch does no harm: the next call that finds the pool empty draws for itself and gets the error.
    await draw('ahead').catch(() => {})
    isDrawingAhead = false
  }

  return async () => {
    if (now() - drawnAt >= maxAge) ready = []
    const item = ready.shift() ?? (await draw('one'))
    if (item === null) throw new Error('Fewer items were drawn than requested.')
    if (!isDrawingAhead && ready.length < size / 2 && size > 1 && now() - drawnAt < busyWithin) void drawAhead()
    return item
  }
}

import { createBatcher } from './batcher.ts'

const busyWithin = 100 // ms since the last round trip
const maxDraw = 256 // at a time

/**
 * For what is drawn from the database before it belongs to anybody, such as ids: under load each round trip draws for
 * those who will ask in the next moments, and the next one starts before the ready runs out, so that nobody waits.
 * Whoever asks alone costs one round trip and draws one. Given out in the order of `make`; what nobody takes within
 * `lasts` ms is dropped.
 */
export function createPrefetchPool<Item>(
  make: (count: number) => Promise<Item[]>,
  { lasts = busyWithin, now = () => performance.now() }: { lasts?: number; now?: () => number } = {},
): () => Promise<Item> {
  let ready: Item[] = []
  let size = 0 // of the last draw
  let madeAt = Number.NEGATIVE_INFINITY
  let isDrawingAhead = false

  /** `one` is answered with an item; `ahead` only asks for stock. */
  const draw = createBatcher<'one' | 'ahead', Item | null>(async (asked) => {
    const takers = asked.filter((what) => what === 'one').length
    const isBusy = now() - madeAt < busyWithin
    size = isBusy ? Math.min(Math.max(takers * 4, size), maxDraw) : takers
    const made = await make(size)
    madeAt = now()
    const given = asked.map((what) => (what === 'one' ? (made.shift() ?? null) : null))
    ready.push(...made)
    return given
  })

  async function drawAhead(): Promise<void> {
    isDrawingAhead = true
    // One that fails is made up for: whoever finds nothing asks for himself, and hears why.
    await draw('ahead').catch(() => {})
    isDrawingAhead = false
  }

  return async () => {
    if (now() - madeAt >= lasts) ready = []
    const item = ready.shift() ?? (await draw('one'))
    if (item === null) throw new Error('Fewer were made than asked for.')
    if (!isDrawingAhead && ready.length < size / 2 && size > 1 && now() - madeAt < busyWithin) void drawAhead()
    return item
  }
}

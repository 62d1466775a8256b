import { createBatcher } from './batcher.ts'

const busyWithin = 100 // ms since the last round trip
const maxDraw = 256 // at a time

/**
 * For what is drawn from the database before anybody owns it, such as ids. Under load, one round trip draws enough for
 * those who will ask in the next moments, and the next draw starts before the pool runs out, so that nobody waits. A
 * lone caller costs one round trip and draws one item. Items come out in the order that `make` gave them; those not
 * taken within `lasts` ms are dropped.
 */
export function createPrefetchPool<Item>(
  make: (count: number) => Promise<Item[]>,
  { lasts = busyWithin, now = () => performance.now() }: { lasts?: number; now?: () => number } = {},
): () => Promise<Item> {
  let ready: Item[] = []
  let size = 0 // of the last draw
  let madeAt = Number.NEGATIVE_INFINITY
  let isDrawingAhead = false

  /** `one` is answered with an item; `ahead` only asks for more. */
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
    // A failure here is harmless: the next caller finds the pool empty, draws on its own and hears why.
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

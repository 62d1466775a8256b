import { createBatcher } from './batcher.ts'

const busyWithin = 100 // ms since the last round trip

/**
 * For what is drawn from the database before it belongs to anybody, such as ids: under load each round trip also draws
 * for those who will ask in the next moments. Whoever asks alone costs one round trip and draws one. Given out in the
 * order of `make`; what nobody takes within `lasts` ms is dropped.
 */
export function createStock<Item>(
  make: (count: number) => Promise<Item[]>,
  { lasts = busyWithin, now = () => performance.now() }: { lasts?: number; now?: () => number } = {},
): () => Promise<Item> {
  let stock: Item[] = []
  let madeAt = Number.NEGATIVE_INFINITY

  const draw = createBatcher<null, Item>(async (asked) => {
    const isBusy = now() - madeAt < busyWithin
    const made = await make(asked.length * (isBusy ? 4 : 1))
    stock = [...stock, ...made.splice(asked.length)]
    madeAt = now()
    return made
  })

  return async () => {
    if (now() - madeAt >= lasts) stock = []
    return stock.shift() ?? draw(null)
  }
}

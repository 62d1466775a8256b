/** A queue of fixed size: adding costs the same whatever is in it, and never more memory than its size. */
export type Ring<Item> = {
  /** False when it is full: the item is left out and counted. */
  push(item: Item): boolean
  /** Up to `most` items, oldest first. */
  take(most: number): Item[]
  readonly size: number
  readonly dropped: number
}

export function createRing<Item>(capacity: number): Ring<Item> {
  const slots: (Item | undefined)[] = new Array(capacity)
  let first = 0
  let size = 0
  let dropped = 0
  return {
    push(item) {
      if (size === capacity) {
        dropped++
        return false
      }
      slots[(first + size++) % capacity] = item
      return true
    },
    take(most) {
      const taken: Item[] = []
      for (let left = Math.min(most, size); left > 0; left--) {
        const item = slots[first]
        slots[first] = undefined
        first = (first + 1) % capacity
        size--
        if (item !== undefined) taken.push(item)
      }
      return taken
    },
    get size() {
      return size
    },
    get dropped() {
      return dropped
    },
  }
}

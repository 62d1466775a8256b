/** A fixed-size queue: adding takes constant time and never uses more memory than its capacity. */
export type RingBuffer<Item> = {
  /** False when it is full: the item is dropped and counted. */
  push(item: Item): boolean
  /** Up to `max` items, oldest first. */
  take(max: number): Item[]
  readonly size: number
  readonly dropped: number
}

export function createRingBuffer<Item>(capacity: number): RingBuffer<Item> {
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
    take(max) {
      const taken: Item[] = []
      for (let left = Math.min(max, size); left > 0; left--) {
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

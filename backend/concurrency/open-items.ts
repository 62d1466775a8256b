/**
 * Items that come and go with every request, in no particular order. A Map or Set makes a new table after so many
 * changes, and V8 links the old table, with the items it held, to the new one: once such a table is in the old generation,
 * all that follow stay with their requests until the next full collection.
 */
export type OpenItems<Item> = {
  add(item: Item): void
  /** Does nothing if it is not there. */
  remove(item: Item): void
  /** A copy: whoever goes through it may remove items. */
  all(): Item[]
  readonly size: number
}

/** An item remembers its place in `slot`; -1: it is not there. */
export function createOpenItems<Item extends { slot: number }>(): OpenItems<Item> {
  const items: Item[] = []
  return {
    add(item) {
      item.slot = items.push(item) - 1
    },
    remove(item) {
      if (items[item.slot] !== item) return
      const last = items.pop()
      if (last && last !== item) {
        items[item.slot] = last
        last.slot = item.slot
      }
      item.slot = -1
    },
    all: () => items.slice(),
    get size() {
      return items.length
    },
  }
}

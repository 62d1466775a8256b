import { createEditableList, type EditableList } from '../lists/editable-list.ts'
import type { Page, Row } from '../lists/list-state.ts'

/** The id of the category (for threads) or of the thread (for replies). */
type Query = { of: number }

type ForumList<Item extends Row> = EditableList<Item, Query> & {
  /** Loads a list ahead of time, when people point at the link to it. */
  prefetch: (of: number) => void
  /** Shows a new post at the end, then loads everything before it. */
  add: (item: Item) => Promise<void>
}

type Definition<Item> = {
  read: (of: number, last: Item | undefined) => Promise<Page<Item>>
  order?: (one: Item, other: Item) => number
}

/** Milliseconds for which a prefetched page is used. */
const freshFor = 30_000

/** Threads or replies: nothing is loaded until the forum shows them, and then once. */
export function createForumList<Item extends Row>({ read, order }: Definition<Item>): ForumList<Item> {
  const ahead = new Map<number, { at: number; page: Promise<Page<Item>> }>()
  const isAhead = (of: number) => Date.now() - (ahead.get(of)?.at ?? 0) < freshFor

  const list = createEditableList<Item, Query>({
    query: null,
    freshFor: Number.POSITIVE_INFINITY,
    order,
    read({ of }, last) {
      const asked = last === undefined && isAhead(of) ? ahead.get(of) : undefined
      if (last === undefined) ahead.delete(of)
      return asked?.page ?? read(of, last)
    },
  })

  function prefetch(of: number) {
    if (of === list.$query.get()?.of || isAhead(of)) return
    const page = read(of, undefined)
    // No island is waiting for it yet; opening the list tries again.
    page.catch(() => ahead.delete(of))
    ahead.set(of, { at: Date.now(), page })
  }

  async function add(item: Item) {
    list.append(item)
    try {
      while (await list.readNextPage());
    } catch {
      // The new post is shown; 'Load more' gets what is missing.
    }
  }

  /** Something changed, so prefetched pages are out of date too. */
  async function reload() {
    ahead.clear()
    await list.reload()
  }

  return { ...list, reload, prefetch, add }
}

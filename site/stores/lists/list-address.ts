import { onBrowserMount } from '../browser-mount.ts'
import type { List, Row } from './list-state.ts'

type Address<Query> = {
  /** '?status=decided&page=2' → what it asks for. */
  queryFrom: (search: string) => Query
  /** The other way around: path and search of a query. */
  addressOf: (query: Query) => string
}

/**
 * Keeps what is asked of a list in the address, for a reload, a link and the way back: read from it when the list is first
 * looked at, and on every step back and forth. Answers how to ask for another list.
 */
export function keepInAddress<Item extends Row, Query extends object>(
  list: List<Item, Query>,
  { queryFrom, addressOf }: Address<Query>,
): (query: Query) => Promise<void> {
  onBrowserMount(list.$state, () => {
    const follow = () => void list.show(queryFrom(location.search))
    follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  })
  return (query) => {
    const now = list.$query.get()
    if (now === null || addressOf(now) !== addressOf(query)) history.pushState(null, '', addressOf(query))
    return list.show(query)
  }
}

import { onBrowserMount } from '../browser-mount.ts'
import type { List, Row } from './list-state.ts'

type Address<Query> = {
  /** '?status=decided&page=2' → a query. */
  queryFrom: (search: string) => Query
  /** The path and search of a query. */
  addressOf: (query: Query) => string
}

/**
 * Keeps a list's query in the address, for reloads, links and the back button. The query is read from the address when
 * the list is first shown and when people go back or forward. Returns a function that shows another query.
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

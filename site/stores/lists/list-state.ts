import type { ReadableAtom } from 'nanostores'
import type { Message } from '../../lib/messages.ts'

export type Row = { id: number | string }

/** Answer of the server: `hasMore` when another page follows, `total` where it counts all rows. */
export type Page<Item> = { items: Item[]; hasMore?: boolean; total?: number }

export type ListState<Item> =
  | { status: 'loading' }
  | { status: 'failed'; message: Message }
  | { status: 'offline' }
  /** `problem`: refreshing failed, so these rows may be out of date. */
  | { status: 'loaded'; items: Item[]; hasMore: boolean; total: number | null; problem: Message | null }

export type Definition<Item extends Row, Query extends object> = {
  /** The first query; null: nothing is loaded until `show` is called. */
  query: Query | null
  /** Loads the first page of a query, or the page after `last`. */
  read: (query: Query, last: Item | undefined) => Promise<Page<Item>>
  /** Shown when loading fails; the server's sentence replaces the description. */
  failed?: Message
  /** Milliseconds for which rows are fresh: showing the list again does not reload it. */
  freshFor?: number
  /** Sorts local rows in among loaded ones; by default the server's order is kept. */
  order?: (one: Item, other: Item) => number
}

export type List<Item extends Row, Query extends object> = {
  /** Loads the list as soon as an island shows it. */
  $state: ReadableAtom<ListState<Item>>
  $query: ReadableAtom<Query | null>
  /** A request is in progress, whatever is shown in between. */
  $isLoading: ReadableAtom<boolean>
  /** Shows another list: loading until its rows arrive. Does nothing for the query that is already shown. */
  show: (query: Query) => Promise<void>
  /** Changes page, sort or search of this list: the rows stay until the new ones arrive. */
  refine: (change: Partial<Query>) => Promise<void>
  /** Loads the list again, as many rows as are shown. */
  reload: () => Promise<void>
  /** Loads it again unless it is fresh. */
  reloadIfStale: () => Promise<void>
  /** Starts with the rows that the page already shows, unless rows were loaded. */
  takeOver: (page: Page<Item>) => void
  /** The rows are out of date: reloads now if an island shows them, else when one does. */
  invalidate: () => void
  /** Appends the next page. */
  loadMore: () => Promise<void>
  /** The same, for callers that handle failures themselves. Resolves to whether another page follows. */
  readNextPage: () => Promise<boolean>
  /** Changes rows locally. */
  update: (change: (items: Item[]) => Item[]) => void
}

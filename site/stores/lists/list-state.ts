import type { ReadableAtom } from 'nanostores'
import type { Message } from '../../lib/messages.ts'

export type Row = { id: number | string }

/** What the server answers: `hasMore` when another page follows, `total` where it counts all rows. */
export type Page<Item> = { items: Item[]; hasMore?: boolean; total?: number }

export type ListState<Item> =
  | { status: 'loading' }
  | { status: 'failed'; message: Message }
  | { status: 'offline' }
  /** `problem`: reading the list again failed, so these rows may be out of date. */
  | { status: 'loaded'; items: Item[]; hasMore: boolean; total: number | null; problem: Message | null }

export type Definition<Item extends Row, Query extends object> = {
  /** What is asked for first; null: nothing until `show` is called. */
  query: Query | null
  /** Reads the first page of a query, or the page after `last`. */
  read: (query: Query, last: Item | undefined) => Promise<Page<Item>>
  /** Shown when reading fails; the server's own sentence replaces the description. */
  failed?: Message
  /** Milliseconds for which rows count as current: coming back to the list does not read it again. */
  freshFor?: number
  /** The order of rows when local ones stand among those that are read; by default the order of the server. */
  order?: (one: Item, other: Item) => number
}

export type List<Item extends Row, Query extends object> = {
  /** Reads the list as soon as somebody looks at it. */
  $state: ReadableAtom<ListState<Item>>
  $query: ReadableAtom<Query | null>
  /** A question is not answered yet, whatever is shown meanwhile. */
  $isLoading: ReadableAtom<boolean>
  /** Another list: its rows take the place of these once they are there. Does nothing for the list that is shown. */
  show: (query: Query) => Promise<void>
  /** Another page, order or search of the same list: the rows stay until the answer comes. */
  refine: (change: Partial<Query>) => Promise<void>
  /** Reads the list again, as many rows as are listed. */
  reload: () => Promise<void>
  /** Reads it again unless it is fresh. */
  reloadIfStale: () => Promise<void>
  /** The rows are out of date: read again now if somebody looks at them, else as soon as somebody does. */
  invalidate: () => void
  /** Appends the next page. */
  loadMore: () => Promise<void>
  /** The same, for callers that deal with a failure themselves. Answers whether more may follow. */
  readNextPage: () => Promise<boolean>
  /** Changes rows without asking the server. */
  update: (change: (items: Item[]) => Item[]) => void
}

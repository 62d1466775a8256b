import type { Page, Row } from './list-state.ts'

/** One less than the server’s maximum, so that one more row tells whether another page follows. */
const pageSize = 49

/** The newest `limit` rows, or the next ones before an id. */
type PageQuery = { limit: string; before?: string }

/** Loads a list that the server sends newest first, a page at a time. */
export const newestFirst =
  <Item extends Row, Query extends object>(rows: (page: PageQuery, query: Query) => Promise<Item[]>) =>
  async (query: Query, last: Item | undefined): Promise<Page<Item>> => {
    const page = { limit: String(pageSize + 1), ...(last && { before: String(last.id) }) }
    const items = await rows(page, query)
    return { items: items.slice(0, pageSize), hasMore: items.length > pageSize }
  }

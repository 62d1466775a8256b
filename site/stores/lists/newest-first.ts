import type { Page, Row } from './list-state.ts'

const pageSize = 50

/** The newest `limit` rows, or the next ones before an id. */
type PageQuery = { limit: string; before?: string }

/** Loads a list that the server sends newest first, fifty rows at a time. */
export const newestFirst =
  <Item extends Row, Query extends object>(rows: (page: PageQuery, query: Query) => Promise<Item[]>) =>
  async (query: Query, last: Item | undefined): Promise<Page<Item>> => {
    const page = { limit: String(pageSize), ...(last && { before: String(last.id) }) }
    const items = await rows(page, query)
    return { items, hasMore: items.length === pageSize }
  }

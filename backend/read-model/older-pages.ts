import type pg from 'pg'

/** A list whose newest items are on its first page, and the others on numbered pages. All in SQL. */
export type NumberedList = {
  /** A read table that keeps the rows of deleted items. */
  table: string
  /** Rows that belong to the list, shown or not. */
  where: string
  /** Rows that the numbered pages show. */
  isShown: string
}

/**
 * Number of items per numbered page, including hidden ones: pages are counted from the oldest item, so an item always
 * stays on the same page. The first page has at least as many visible items (if there are that many), and less than
 * twice as many, apart from hidden ones.
 */
const perPage = 50

/** All items of the list with their page numbers. */
const placed = ({ table, where }: NumberedList) =>
  `SELECT id, ((row_number() OVER (ORDER BY id) - 1) / ${perPage} + 1)::integer AS page FROM ${table} WHERE ${where}`

/** The numbered pages that show something, in order: all before the page with the last item of a full first page. */
export async function olderPages(client: pg.ClientBase, list: NumberedList): Promise<number[]> {
  const { rows } = await client.query<{ page: number }>(
    `WITH placed AS (${placed(list)}), shown AS (SELECT id FROM ${list.table} WHERE ${list.where} AND ${list.isShown})
     SELECT DISTINCT page FROM placed JOIN shown USING (id) WHERE page < (
       SELECT page FROM placed WHERE id = (SELECT id FROM shown ORDER BY id DESC OFFSET ${perPage - 1} LIMIT 1))
      ORDER BY page`,
  )
  return rows.map(({ page }) => page)
}

/** The oldest id on the first page. */
export async function firstPageStart(
  client: pg.ClientBase,
  { table, where }: NumberedList,
  older: readonly number[],
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM ${table} WHERE ${where} ORDER BY id OFFSET ${perPage} * $1::integer LIMIT 1`,
    [older.at(-1) ?? 0],
  )
  return rows[0]?.id ?? 0
}

/** The pages on which these items stand, and the last of all pages, whether they show something or not. */
export async function pagesOfItems(
  client: pg.ClientBase,
  list: NumberedList,
  ids: readonly number[],
): Promise<{ pages: number[]; last: number }> {
  const { rows } = await client.query<{ page: number; last: number }>(
    `SELECT DISTINCT page, (SELECT (count(*) - 1) / ${perPage} + 1 FROM ${list.table} WHERE ${list.where})::integer AS last
       FROM (${placed(list)}) AS item WHERE id = ANY ($1)`,
    [ids],
  )
  return { pages: rows.map(({ page }) => page), last: rows[0]?.last ?? 0 }
}

/** The page of each item that these pages show, by id. */
export async function itemsOfPages(
  client: pg.ClientBase,
  list: NumberedList,
  pages: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await client.query<{ id: number; page: number }>(
    `SELECT id, page FROM (${placed(list)}) AS place JOIN ${list.table} USING (id) WHERE page = ANY ($1) AND ${list.isShown}`,
    [pages],
  )
  return new Map(rows.map(({ id, page }) => [id, page]))
}

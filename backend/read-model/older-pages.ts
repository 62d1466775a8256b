import type pg from 'pg'
import { createPageStarts } from './page-starts.ts'

/** A list whose newest items are on its first page, and the others on numbered pages. All in SQL. */
export type NumberedList = {
  /** A read table that keeps the rows of deleted items. */
  table: string
  /** Column with the order of the items, which is their id or a number, and the one with their ids. */
  place: string
  id: string
  /** Rows that belong to the list, shown or not. */
  where: string
  /** Rows that the numbered pages show; there is an index on the places of these. */
  isShown: string
}

/** The content of a numbered page, newest first, and the numbers of the next older and the next newer page. */
export type NumberedPage = { ids: number[]; older: number | null; newer: number | null }

/**
 * Items are counted from the oldest, hidden ones included, so an item always stays on the same page. The first page has
 * at least as many visible items (if there are that many), and less than twice as many, apart from hidden ones. What is
 * read does not grow with the list.
 */
export type NumberedPages = {
  /** The oldest place on the first page, and the next older page. */
  first(client: pg.ClientBase): Promise<{ from: number; older: number | null }>
  /** Empty pages do not exist, and are missing from the result. */
  shown(client: pg.ClientBase, pages: readonly number[]): Promise<Map<number, NumberedPage>>
  /** The pages that a change of these items may affect: their own, those that link to them, and the newest. */
  around(client: pg.ClientBase, ids: readonly number[]): Promise<number[]>
  /** Number of the newest page, empty or not. */
  last(client: pg.ClientBase): Promise<number>
}

const perPage = 50 // items, hidden ones included

/** Remembers where the pages start, for one database. */
export function createNumberedPages({ table, place, id, where, isShown }: NumberedList): NumberedPages {
  const readStarts = createPageStarts({ table, place, where, perPage })
  /** The starts when pages were last checked. */
  let checked: readonly number[] = []
  const shownRows = `FROM ${table} WHERE ${where} AND ${isShown}`

  /** `end`: the numbered pages are those before it; 0 when everything fits on the first page. */
  async function outline(client: pg.ClientBase): Promise<{ starts: number[]; end: number; newest: number | null }> {
    const starts = await readStarts(client)
    const { rows } = await client.query<{ place: number }>(
      `SELECT ${place} AS place ${shownRows} ORDER BY ${place} DESC OFFSET ${perPage - 1} LIMIT 1`,
    )
    const end = rows[0] ? pageOf(starts, rows[0].place) : 0
    const [beforeEnd] = await neighbors(client, starts, end, [end])
    return { starts, end, newest: beforeEnd?.older ?? null }
  }

  const startOf = (starts: readonly number[], page: number) => starts[page - 1] ?? 0

  /** The numbered pages next to each of these that show something. */
  async function neighbors(client: pg.ClientBase, starts: readonly number[], end: number, pages: readonly number[]) {
    const { rows } = await client.query<{ page: number; before: number | null; after: number | null }>(
      `SELECT page, (SELECT max(${place}) ${shownRows} AND ${place} < start) AS before,
         (SELECT min(${place}) ${shownRows} AND ${place} >= next_start AND ${place} < $4) AS after
       FROM unnest($1::integer[], $2::bigint[], $3::bigint[]) AS stretch (page, start, next_start)`,
      [
        pages,
        pages.map((page) => startOf(starts, Math.min(page, end))),
        pages.map((page) => startOf(starts, Math.min(page + 1, end))),
        startOf(starts, end),
      ],
    )
    return rows.map(({ page, before, after }) => ({
      page,
      older: before === null ? null : pageOf(starts, before),
      newer: after === null ? null : pageOf(starts, after),
    }))
  }

  /** The pages whose items are others since the last check: a row that comes late moves those after it. */
  function shifted(starts: readonly number[]): number[] {
    const first = checked.findIndex((start, index) => start !== starts[index])
    checked = starts
    if (first < 0) return []
    return Array.from({ length: starts.length - first + 1 }, (_, index) => first + index).filter((page) => page > 0)
  }

  return {
    async first(client) {
      const { starts, newest } = await outline(client)
      return { from: startOf(starts, (newest ?? 0) + 1), older: newest }
    },
    async shown(client, pages) {
      const { starts, end } = await outline(client)
      const numbered = pages.filter((page) => page > 0 && page < end)
      if (numbered.length === 0) return new Map()
      const { rows } = await client.query<{ page: number; id: number }>(
        `SELECT page, ${id} AS id FROM unnest($1::integer[], $2::bigint[], $3::bigint[]) AS stretch (page, start, next_start)
         JOIN ${table} ON ${where} AND ${isShown} AND ${place} >= start AND ${place} < next_start
         ORDER BY ${place} DESC`,
        [numbered, numbered.map((page) => startOf(starts, page)), numbered.map((page) => startOf(starts, page + 1))],
      )
      const idsOf = Map.groupBy(rows, ({ page }) => page)
      const beside = await neighbors(client, starts, end, [...idsOf.keys()])
      return new Map(
        beside.map(({ page, older, newer }) => [
          page,
          { ids: (idsOf.get(page) ?? []).map(({ id }) => id), older, newer },
        ]),
      )
    },
    async around(client, ids) {
      const { rows } = await client.query<{ place: number }>(
        `SELECT ${place} AS place FROM ${table} WHERE ${where} AND ${id} = ANY ($1)`,
        [ids],
      )
      if (rows.length === 0) return []
      const { starts, end, newest } = await outline(client)
      const pages = [...new Set(rows.map(({ place }) => pageOf(starts, place)))]
      // The newest page changes with every item that moves onto it; those after it may just have disappeared.
      const beside = await neighbors(client, starts, end, pages)
      const gone = Array.from({ length: starts.length - (newest ?? 0) }, (_, index) => starts.length - index)
      const linked = beside.flatMap(({ older, newer }) => [older, newer])
      return [...new Set([...pages, ...linked, newest, ...gone, ...shifted(starts)])].filter((page) => page !== null)
    },
    async last(client) {
      checked = await readStarts(client)
      return checked.length
    },
  }
}

/** From 1; the starts are in order. */
function pageOf(starts: readonly number[], place: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low
}

import type pg from 'pg'

/** The first place of each page of `perPage` rows, in order; `table` and `place`, a column: SQL names, `where`: SQL. */
export type PagedRows = { table: string; place: string; where: string; perPage: number }

/** A page is final once this many newer pages exist, because several processes assign numbers out of order. */
const settledAfter = 20 // pages

/**
 * Where the pages of a growing list start. Only the newest rows are counted each time, since rows are never removed:
 * the cost does not grow with the list. A row that comes when its page is final makes that page longer, until the next start.
 */
export function createPageStarts({ table, place, where, perPage }: PagedRows) {
  /** The starts of the final pages. A rebuild replaces the table, and with it its id. */
  let known: { table: number; starts: readonly number[] } | null = null

  async function startsFrom(client: pg.ClientBase, from: number): Promise<{ table: number; start: number }[]> {
    const { rows } = await client.query<{ table: number; start: number }>(
      `SELECT '${table}'::regclass::oid AS "table", start FROM (
         SELECT ${place} AS start, row_number() OVER (ORDER BY ${place}) - 1 AS number
         FROM ${table} WHERE ${where} AND ${place} >= $1) AS item
       WHERE number % ${perPage} = 0 ORDER BY start`,
      [from],
    )
    return rows
  }

  async function readOn(client: pg.ClientBase, before: NonNullable<typeof known>): Promise<number[] | null> {
    const rows = await startsFrom(client, before.starts.at(-1) ?? 0)
    if (rows[0]?.table !== before.table) return null
    const starts = [...before.starts.slice(0, -1), ...rows.map(({ start }) => start)]
    known = { ...before, starts: starts.slice(0, Math.max(before.starts.length, starts.length - settledAfter)) }
    return starts
  }

  return async (client: pg.ClientBase): Promise<number[]> => {
    const continued = known === null ? null : await readOn(client, known)
    if (continued) return continued
    const rows = await startsFrom(client, 0)
    const starts = rows.map(({ start }) => start)
    const settled = starts.slice(0, -settledAfter)
    known = rows[0] && settled.length > 0 ? { table: rows[0].table, starts: settled } : null
    return starts
  }
}

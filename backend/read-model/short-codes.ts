import type { Knex } from 'knex'
import type { ShortCode } from '../../contract/short-codes.ts'
import { shortCode } from '../../records/short-codes.ts'
import { today } from './campaign-days.ts'
import { columnsOf, recordColumns } from './columns.ts'

type Which = { id?: number; code?: string }

const columns = {
  ...columnsOf('item', 'id, isRetired, createdAt'),
  ...recordColumns('item', shortCode),
  ...columnsOf('counted', 'visits, recentVisits'),
}

/** Every short link with its counts, or the one that is asked for; the newest first. */
export const allShortCodes = (knex: Knex, which: Which = {}): Promise<ShortCode[]> =>
  knex({ item: 'read.short_codes' })
    .joinRaw(
      `CROSS JOIN LATERAL (
         SELECT coalesce(sum(visits), 0)::integer AS visits,
           coalesce(sum(visits) FILTER (WHERE day > ${today} - 30), 0)::integer AS recent_visits
         FROM app.short_code_visits WHERE short_code_id = item.id) AS counted`,
    )
    .where(which)
    .orderBy('item.id', 'desc')
    .select<ShortCode[]>(columns)

/** Null when there is none. */
export async function shortCodeRow(knex: Knex, which: Which): Promise<ShortCode | null> {
  const [row] = await allShortCodes(knex, which)
  return row ?? null
}

type Target = { id: number; path: string; isRetired: boolean }

/** Where a code leads; null for one that was never made. */
export async function shortCodeTarget(knex: Knex, code: string): Promise<Target | null> {
  const [row] = await knex({ item: 'read.short_codes' })
    .where({ code })
    .select<Target[]>(columnsOf('item', 'id, path, isRetired'))
  return row ?? null
}

import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Donation, DonationListQuery } from '../../contract/donations.ts'
import type { Donor, listDonors } from '../../contract/imports.ts'
import { donationDetails } from '../../records/donations.ts'
import { searchedIn, sortOf } from '../../records/list-sql.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { electionCycleOf, sinceDay, untilDay } from './campaign-days.ts'
import { columnsOf, recordColumns } from './columns.ts'
import { searchConditions } from './search.ts'

const columns = {
  id: 'item.id',
  donorId: 'item.subject',
  ...recordColumns('item', donationDetails),
  ...columnsOf('item', 'createdAt, isErased'),
}

export const donationList: AdminListOf<DonationListQuery> = {
  table: 'read.donations',
  joins: 'LEFT JOIN read.file_imports AS file ON file.event_id = item.import_event',
  sorts: {
    createdAt: 'item.created_at',
    amount: 'item.amount',
    name: sortOf(donationDetails, 'lastName', 'firstName'),
    email: sortOf(donationDetails, 'email'),
  },
  filters: {
    donor: (donor) => ({ sql: 'item.subject = ?', values: [donor] }),
    cycle: (year) => {
      const [from, to] = [
        sinceDay('item.created_at', `${Number(year) - 1}-01-01`),
        untilDay('item.created_at', `${year}-12-31`),
      ]
      return { sql: `${from.sql} AND ${to.sql}`, values: [...(from.values ?? []), ...(to.values ?? [])] }
    },
    import: (importId) => ({
      sql: 'item.import_event = (SELECT event_id FROM read.file_imports WHERE import_id = ?)',
      values: [importId],
    }),
    refunded: (refunded) => ({
      sql: `coalesce(item.left_over, item.amount) ${refunded === 'yes' ? '<' : '='} item.amount`,
    }),
  },
  counts: { table: 'read.donation_counts', filters: [] },
  searched: searchedIn(donationDetails),
  findable: 'NOT item.is_erased',
}

/** The donation of this stream; null when there is none. */
export async function donationIdAt(knex: Knex, stream: string): Promise<number | null> {
  const [row] = await knex('read.donations').where({ stream }).select<{ id: number }[]>('id')
  return row?.id ?? null
}

const derived = (knex: Knex) =>
  knex.raw(`item.amount - coalesce(item.left_over, item.amount) AS refunded,
    (SELECT to_char(max(refund.refunded_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      FROM read.donation_refunds AS refund WHERE refund.donation_id = item.id) AS "refundedAt",
    ${electionCycleOf('item.created_at')} AS cycle`)

const file = (knex: Knex) =>
  knex.raw(`CASE WHEN file.import_id IS NOT NULL THEN jsonb_build_object('importId', file.import_id, 'platform', file.platform,
    'importedAt', to_char(file.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS file`)

export const allDonations = (knex: Knex, query: DonationListQuery) =>
  adminListPage(knex, donationList, query, (items) => items.select<Donation[]>(columns, derived(knex), file(knex)))

/** Columns that an import compares with a row. */
export type KnownDetails = Omit<Donation, 'donorId' | 'refundedAt' | 'cycle' | 'file'>

/** The donations with these streams, by stream. */
export async function donationsByStream(knex: Knex, streams: readonly string[]): Promise<Map<string, KnownDetails>> {
  const { donorId: _, ...own } = columns
  const rows = await knex({ item: 'read.donations' })
    .whereRaw('item.stream = ANY (?)', [[...streams]])
    .select<(KnownDetails & { stream: string })[]>(
      { ...own, stream: 'item.stream' },
      knex.raw('item.amount - coalesce(item.left_over, item.amount) AS refunded'),
    )
  return new Map(rows.map(({ stream, ...donation }) => [stream, donation]))
}

/** Sum that each donor gave in each election cycle, the largest first; erased donors are left out. */
export async function donorTotals(
  knex: Knex,
  { q, cycle, page, limit }: z.output<typeof listDonors.schema.querystring>,
): Promise<{ items: Donor[]; total: number }> {
  const words = q === '' ? [] : searchConditions(q, { searched: searchedIn(donationDetails, 'gift') })
  const { rows } = await knex.raw<{ rows: (Donor & { all: number })[] }>(
    `SELECT subject AS "donorId", (array_agg(first_name ORDER BY created_at DESC))[1] AS "firstName",
       (array_agg(last_name ORDER BY created_at DESC))[1] AS "lastName",
       (array_agg(email ORDER BY created_at DESC))[1] AS email,
       cycle, count(*)::integer AS gifts, sum(coalesce(left_over, amount))::float8 AS total,
       sum(amount - coalesce(left_over, amount))::float8 AS refunded, max(created_at) AS "lastAt",
       (count(*) OVER ())::integer AS "all"
     FROM (SELECT *, ${electionCycleOf('created_at')} AS cycle FROM read.donations WHERE NOT is_erased) AS gift
     WHERE (?::integer IS NULL OR cycle = ?)
       ${words.map(({ sql }) => `AND ${sql}`).join(' ')}
     GROUP BY subject, cycle ORDER BY total DESC, subject, cycle LIMIT ? OFFSET ?`,
    [cycle ?? null, cycle ?? null, ...words.flatMap(({ values = [] }) => values), limit, (page - 1) * limit],
  )
  return { items: rows.map(({ all: _, ...donor }) => donor), total: rows[0]?.all ?? 0 }
}

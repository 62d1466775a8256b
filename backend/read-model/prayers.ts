import type { Knex } from 'knex'
import type { AdminPrayer, PrayerListQuery, PublicPrayer } from '../../contract/prayers.ts'
import { longSortOf, searchedIn, sortOf } from '../../records/list-sql.ts'
import { origin } from '../../records/origins.ts'
import { prayer, prayerWords } from '../../records/prayers.ts'
import { valuesIn } from '../../records/values.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { columnsOf, recordColumns } from './columns.ts'
import { latestFirst, type Paging } from './paging.ts'
import { hasReviewStatus, isNotDeleted } from './review-status.ts'
import { publishedList, publishedRows, shownItems } from './shown-items.ts'
import { bySource, fromSource } from './sources.ts'

const publicColumns = {
  id: 'item.id',
  prayer: 'item.prayer',
  name: 'item.first_name',
  location: 'item.location',
  createdAt: 'item.published_at',
}
const adminColumns = {
  ...recordColumns('item', prayer),
  ...recordColumns('item', origin),
  ...columnsOf('item', 'id, status, rejectionReason, isErased, createdAt, revision'),
}

type Row = Omit<AdminPrayer, 'isApproved'>
const adminPrayer = (row: Row): AdminPrayer => ({ ...row, isApproved: row.status === 'approved' && !row.isErased })

/** Deleted or not; null when it never existed. */
export async function prayerRow(knex: Knex, id: number): Promise<AdminPrayer | null> {
  const [row] = await knex({ item: 'read.prayers' }).where({ id }).select<Row[]>(adminColumns)
  return row ? adminPrayer(row) : null
}

/** The part of it that the person who sent it in reads; null when it never existed. */
export async function ownPrayerRow(knex: Knex, id: number) {
  const row = await prayerRow(knex, id)
  return row && { id, status: row.status, revision: row.revision, ...valuesIn(prayerWords, row) }
}

export const publicPrayers = (knex: Knex, paging: Paging) =>
  latestFirst(knex, 'prayers', paging, { status: 'approved', is_erased: false }).select<PublicPrayer[]>(publicColumns)

export const prayerList: AdminListOf<PrayerListQuery> = {
  table: 'read.prayers',
  sorts: {
    status: 'item.review_rank',
    createdAt: 'item.id',
    source: bySource,
    firstName: sortOf(prayer, 'firstName'),
    email: sortOf(prayer, 'email'),
    location: sortOf(prayer, 'location'),
    prayer: longSortOf(prayer, 'prayer'),
  },
  filters: { status: hasReviewStatus, source: fromSource },
  unfiltered: { status: isNotDeleted },
  counts: { table: 'read.prayer_counts', filters: ['status', 'source'] },
  searched: searchedIn(prayer),
  findable: 'NOT item.is_erased',
}

export async function allPrayers(knex: Knex, query: PrayerListQuery) {
  const { items, total } = await adminListPage(knex, prayerList, query, (rows) => rows.select<Row[]>(adminColumns))
  return { items: items.map(adminPrayer), total }
}

const tables = { items: 'read.prayers', publications: 'read.prayer_publications' }
const isShown = `item.status = 'approved' AND NOT item.is_erased`
const shown = `SELECT item.id, prayer, first_name AS name, location, published_at AS "createdAt"
  ${publishedRows(tables)} WHERE ${isShown}`

export const prayerPages = publishedList({ ...tables, isShown })

/** The public prayers. */
export const { from: prayersFrom, byId: prayersById } = shownItems<PublicPrayer>(shown)

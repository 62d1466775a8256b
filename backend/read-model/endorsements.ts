import type { Knex } from 'knex'
import type { AdminEndorsement, EndorsementListQuery, PublicEndorsement } from '../../contract/endorsements.ts'
import { endorsement, endorsementWords } from '../../records/endorsements.ts'
import { longSortOf, searchedIn, sortOf } from '../../records/list-sql.ts'
import { origin } from '../../records/origins.ts'
import { valuesIn } from '../../records/values.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { columnsOf, recordColumns } from './columns.ts'
import { latestFirst, type Paging } from './paging.ts'
import { hasReviewStatus, isNotDeleted } from './review-status.ts'
import { publishedList, publishedRows, shownItems } from './shown-items.ts'
import { bySource, fromSource } from './sources.ts'

const publicColumns = { ...columnsOf('item', 'id, name, title, endorsementText'), createdAt: 'item.published_at' }
const adminColumns = {
  ...recordColumns('item', endorsement),
  ...recordColumns('item', origin),
  ...columnsOf('item', 'id, createdAt, status, rejectionReason, isErased, revision'),
}
const isShown = { status: 'approved', is_public: true, is_erased: false }

type Row = Omit<AdminEndorsement, 'isApproved'>
const adminEndorsement = (row: Row): AdminEndorsement => ({
  ...row,
  isApproved: row.status === 'approved' && !row.isErased,
})

/** Deleted or not; null when it never existed. */
export async function endorsementRow(knex: Knex, id: number): Promise<AdminEndorsement | null> {
  const [row] = await knex({ item: 'read.endorsements' }).where({ id }).select<Row[]>(adminColumns)
  return row ? adminEndorsement(row) : null
}

/** The part of it that the person who sent it in reads; null when it never existed. */
export async function ownEndorsementRow(knex: Knex, id: number) {
  const row = await endorsementRow(knex, id)
  return row && { id, status: row.status, revision: row.revision, ...valuesIn(endorsementWords, row) }
}

export const publicEndorsements = (knex: Knex, paging: Paging) =>
  latestFirst(knex, 'endorsements', paging, isShown).select<PublicEndorsement[]>(publicColumns)

export const endorsementList: AdminListOf<EndorsementListQuery> = {
  table: 'read.endorsements',
  sorts: {
    status: 'item.review_rank',
    createdAt: 'item.id',
    source: bySource,
    name: sortOf(endorsement, 'name'),
    email: sortOf(endorsement, 'email'),
    title: sortOf(endorsement, 'title'),
    endorsementText: longSortOf(endorsement, 'endorsementText'),
  },
  filters: { status: hasReviewStatus, source: fromSource },
  unfiltered: { status: isNotDeleted },
  counts: { table: 'read.endorsement_counts', filters: ['status', 'source'] },
  searched: searchedIn(endorsement),
  findable: 'NOT item.is_erased',
}

export async function allEndorsements(knex: Knex, query: EndorsementListQuery) {
  const select = (rows: Knex.QueryBuilder) => rows.select<Row[]>(adminColumns)
  const { items, total } = await adminListPage(knex, endorsementList, query, select)
  return { items: items.map(adminEndorsement), total }
}

const tables = { items: 'read.endorsements', publications: 'read.endorsement_publications' }
const isOnPages = `item.status = 'approved' AND item.is_public AND NOT item.is_erased`
const shown = `SELECT item.id, name, title, endorsement_text AS "endorsementText", published_at AS "createdAt"
  ${publishedRows(tables)} WHERE ${isOnPages}`

export const endorsementPages = publishedList({ ...tables, isShown: isOnPages })

/** The public endorsements. */
export const { from: endorsementsFrom, byId: endorsementsById } = shownItems<PublicEndorsement>(shown)

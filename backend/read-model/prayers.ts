import type { Knex } from 'knex'
import type pg from 'pg'
import type { AdminPrayer, PrayerListQuery, PublicPrayer } from '../../contract/prayers.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { newestFirst, type Paging } from './paging.ts'

const publicColumns = {
  id: 'item.id',
  prayer: 'item.prayer',
  name: 'item.first_name',
  location: 'item.location',
  createdAt: 'item.created_at',
}
const adminColumns = {
  id: 'item.id',
  firstName: 'item.first_name',
  email: 'item.email',
  location: 'item.location',
  prayer: 'item.prayer',
  isApproved: 'item.is_approved',
  isErased: 'item.is_erased',
  createdAt: 'item.created_at',
}

/** Null when there is none, or it was deleted. */
export async function prayerRow(knex: Knex, id: number): Promise<AdminPrayer | null> {
  const [row] = await knex({ item: 'read.prayers' }).where({ id }).select<AdminPrayer[]>(adminColumns)
  return row ?? null
}

export const publicPrayers = (knex: Knex, paging: Paging) =>
  newestFirst(knex, 'prayers', paging, { is_approved: true, is_erased: false }).select<PublicPrayer[]>(publicColumns)

const list: AdminListOf<PrayerListQuery> = {
  table: 'read.prayers',
  sorts: {
    status: 'NOT item.is_approved',
    createdAt: 'item.id',
    firstName: 'lower(item.first_name)',
    email: `lower(coalesce(item.email, ''))`,
    location: `lower(coalesce(item.location, ''))`,
  },
  filters: { status: (status) => ({ sql: 'item.is_approved = ?', values: [status === 'approved'] }) },
  searched: `lower(item.first_name || ' ' || coalesce(item.email, '') || ' ' || coalesce(item.location, '') || ' ' || item.prayer)`,
  findable: 'NOT item.is_erased',
}

export const allPrayers = (knex: Knex, query: PrayerListQuery) =>
  adminListPage(knex, list, query, (items) => items.select<AdminPrayer[]>(adminColumns))

/** What the page of prayers shows. */
export async function newestPrayers(client: pg.ClientBase): Promise<PublicPrayer[]> {
  const { rows } = await client.query<PublicPrayer>(
    `SELECT id, prayer, first_name AS name, location, created_at AS "createdAt"
       FROM read.prayers WHERE is_approved AND NOT is_erased ORDER BY id DESC LIMIT 50`,
  )
  return rows
}

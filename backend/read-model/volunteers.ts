import type { Knex } from 'knex'
import type { AdminVolunteer, VolunteerListQuery } from '../../contract/volunteers.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { newestFirst, type Paging } from './paging.ts'

const columns = {
  id: 'item.id',
  userId: 'item.user_id',
  firstName: 'item.first_name',
  lastName: 'item.last_name',
  email: 'item.email',
  phone: 'item.phone',
  skills: 'item.skills',
  availability: 'item.availability',
  interests: 'item.interests',
  isDeleted: 'item.is_deleted',
  isErased: 'item.is_erased',
  createdAt: 'item.created_at',
  revision: 'item.revision',
}

/** Removed or not; null when there never was one. */
export async function volunteerRow(knex: Knex, id: number): Promise<AdminVolunteer | null> {
  const [row] = await knex({ item: 'read.volunteers' }).where({ id }).select<AdminVolunteer[]>(columns)
  return row ?? null
}

export const newestVolunteers = (knex: Knex, paging: Paging) =>
  newestFirst(knex, 'volunteers', paging, { is_deleted: false }).select<AdminVolunteer[]>(columns)

export const volunteerList: AdminListOf<VolunteerListQuery> = {
  table: 'read.volunteers',
  sorts: {
    createdAt: 'item.id',
    name: `lower(item.last_name || ' ' || item.first_name)`,
    email: 'lower(item.email)',
    availability: `lower(coalesce(item.availability, ''))`,
  },
  filters: {
    status: () => ({ sql: 'item.is_deleted' }),
    availability: (availability) => ({
      sql: `lower(coalesce(item.availability, '')) = lower(?)`,
      values: [availability],
    }),
    interest: (interest) => ({ sql: 'item.interests @> ARRAY[?]::text[]', values: [interest] }),
  },
  unfiltered: { status: { sql: 'NOT item.is_deleted' } },
  counts: { table: 'read.volunteer_counts', filters: ['status'] },
  searched: `lower(item.first_name || ' ' || item.last_name || ' ' || item.email || ' ' || coalesce(item.phone, '') || ' ' || coalesce(item.skills, ''))`,
  findable: 'NOT item.is_erased',
}

export const allVolunteers = (knex: Knex, query: VolunteerListQuery) =>
  adminListPage(knex, volunteerList, query, (items) => items.select<AdminVolunteer[]>(columns))

/** The number of applications since then that are not removed. */
export async function volunteersSince(knex: Knex, since: Date): Promise<number> {
  const [row] = await knex('read.volunteers')
    .where({ is_deleted: false, is_erased: false })
    .where('created_at', '>', since)
    .select<{ count: number }[]>(knex.raw('count(*)::int AS count'))
  return row?.count ?? 0
}

/** The number of applications that are not removed. */
export async function volunteerCount(knex: Knex): Promise<number> {
  const [total] = await knex('read.volunteer_totals').select<{ applications: number }[]>('applications')
  return total?.applications ?? 0
}

import type { Knex } from 'knex'
import type { SkillMatch } from '../../contract/skill-match.ts'
import type { AdminVolunteer, VolunteerListQuery } from '../../contract/volunteers.ts'
import { searchedIn, sortOf } from '../../records/list-sql.ts'
import { origin } from '../../records/origins.ts'
import { volunteer } from '../../records/volunteers.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { columnsOf, recordColumns } from './columns.ts'
import { withDistrict } from './districts.ts'
import { newestFirst, type Paging } from './paging.ts'
import { type MatchColumns, skillMatchOf } from './skill-match.ts'
import { bySource, fromSource } from './sources.ts'

const columns = {
  ...recordColumns('item', volunteer),
  ...recordColumns('item', origin),
  ...columnsOf('item', 'id, userId, skill_match, interest_match, isDeleted, isErased, createdAt, revision'),
}

type Row = Omit<AdminVolunteer, 'aiSkillMatch' | 'districtShare'> & MatchColumns

const shown = ({ skill_match, interest_match, ...row }: Row): AdminVolunteer => ({
  ...withDistrict(row),
  aiSkillMatch: skillMatchOf({ skill_match, interest_match, availability: row.availability }),
})

/** Removed or not; null when it never existed. */
export async function volunteerRow(knex: Knex, id: number): Promise<AdminVolunteer | null> {
  const [row] = await knex({ item: 'read.volunteers' }).where({ id }).select<Row[]>(columns)
  return row ? shown(row) : null
}

/** By the id of the application. */
export async function skillMatchesOf(knex: Knex, ids: readonly number[]): Promise<Map<number, SkillMatch>> {
  const rows = await knex({ item: 'read.volunteers' }).whereIn('id', ids).select<Row[]>(columns)
  return new Map(rows.map((row) => [row.id, shown(row).aiSkillMatch]))
}

export async function newestVolunteers(knex: Knex, paging: Paging): Promise<AdminVolunteer[]> {
  const rows = await newestFirst(knex, 'volunteers', paging, { is_deleted: false }).select<Row[]>(columns)
  return rows.map(shown)
}

export const volunteerList: AdminListOf<VolunteerListQuery> = {
  table: 'read.volunteers',
  sorts: {
    createdAt: 'item.id',
    name: sortOf(volunteer, 'lastName', 'firstName'),
    email: sortOf(volunteer, 'email'),
    availability: sortOf(volunteer, 'availability'),
    source: bySource,
  },
  filters: {
    status: () => ({ sql: 'item.is_deleted' }),
    availability: (availability) => ({
      sql: `${sortOf(volunteer, 'availability')} = app.sort_key(?)`,
      values: [availability],
    }),
    interest: (interest) => ({ sql: 'item.interests @> ARRAY[?]::text[]', values: [interest] }),
    way: (way) => ({ sql: `(item.skill_match || item.interest_match) @> ?::jsonb`, values: [`{"${way}":[]}`] }),
    source: fromSource,
  },
  unfiltered: { status: { sql: 'NOT item.is_deleted' } },
  counts: { table: 'read.volunteer_counts', filters: ['status', 'source'] },
  searched: searchedIn(volunteer),
  phone: 'item.phone',
  findable: 'NOT item.is_erased',
}

export const allVolunteers = (knex: Knex, query: VolunteerListQuery) =>
  adminListPage(knex, volunteerList, query, async (items) => (await items.select<Row[]>(columns)).map(shown))

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

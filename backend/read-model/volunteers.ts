import type { Knex } from 'knex'
import type { AdminVolunteer } from '../../contract/volunteers.ts'
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
  createdAt: 'item.created_at',
  revision: 'item.revision',
}

/** Null when there is none, or it was removed. */
export async function volunteerRow(knex: Knex, id: number): Promise<AdminVolunteer | null> {
  const [row] = await knex({ item: 'read.volunteers' }).where({ id }).select<AdminVolunteer[]>(columns)
  return row ?? null
}

export const allVolunteers = (knex: Knex, paging: Paging) =>
  newestFirst(knex, 'volunteers', paging).select<AdminVolunteer[]>(columns)

/** The number of applications ever received. */
export async function volunteerCount(knex: Knex): Promise<number> {
  const [total] = await knex('read.volunteer_totals').select<{ applications: number }[]>('applications')
  return total?.applications ?? 0
}

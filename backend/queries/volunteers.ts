import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type AdminVolunteer, countVolunteers, listAllVolunteers, listVolunteers } from '../../contract/volunteers.ts'
import { route } from '../http/route.ts'
import { pageOf } from './read-model.ts'

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
}

/** Null when there is none, or it was removed. */
export async function volunteerRow(knex: Knex, id: number): Promise<AdminVolunteer | null> {
  const [row] = await knex({ item: 'read.volunteers' }).where({ id }).select<AdminVolunteer[]>(columns)
  return row ?? null
}

export async function volunteerQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  for (const list of [listVolunteers, listAllVolunteers])
    route(app, list, { policy: 'admin' }, async ({ query }) =>
      pageOf(knex, 'volunteers', query).select<AdminVolunteer[]>(columns),
    )

  route(app, countVolunteers, { policy: 'public' }, async () => {
    const [total] = await knex('read.volunteer_totals').select<{ applications: number }[]>('applications')
    return { count: total?.applications ?? 0 }
  })
}

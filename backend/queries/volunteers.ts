import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { countVolunteers, listAllVolunteers, listVolunteers } from '../../contract/volunteers.ts'
import { route } from '../http/route.ts'
import { allVolunteers, volunteerCount } from '../read-model/volunteers.ts'

export async function volunteerQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  for (const list of [listVolunteers, listAllVolunteers])
    route(app, list, { policy: 'admin' }, ({ query }) => allVolunteers(knex, query))
  route(app, countVolunteers, { policy: 'public' }, async () => ({ count: await volunteerCount(knex) }))
}

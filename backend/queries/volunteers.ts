import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { countVolunteers, listAllVolunteers, listVolunteers } from '../../contract/volunteers.ts'
import { listRoute, route } from '../http/route.ts'
import { allVolunteers, newestVolunteers, volunteerCount } from '../read-model/volunteers.ts'

export async function volunteerQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listVolunteers, { policy: 'admin' }, ({ query }) => newestVolunteers(knex, query))
  listRoute(app, listAllVolunteers, ({ query }) => allVolunteers(knex, query))
  route(app, countVolunteers, { policy: 'public' }, async () => ({ count: await volunteerCount(knex) }))
}

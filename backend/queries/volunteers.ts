import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { countVolunteers, listAllVolunteers, listVolunteers } from '../../contract/volunteers.ts'
import { route } from '../http/route.ts'
import { withTotal } from '../http/total-count.ts'
import { allVolunteers, newestVolunteers, volunteerCount } from '../read-model/volunteers.ts'

export async function volunteerQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listVolunteers, { policy: 'admin' }, ({ query }) => newestVolunteers(knex, query))
  route(app, listAllVolunteers, { policy: 'admin' }, async ({ query, reply }) =>
    withTotal(reply, await allVolunteers(knex, query)),
  )
  route(app, countVolunteers, { policy: 'public' }, async () => ({ count: await volunteerCount(knex) }))
}

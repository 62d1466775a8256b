import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { countVolunteers, listAllVolunteers, listVolunteerSources, listVolunteers } from '../../contract/volunteers.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { listRoute, route, staff } from '../kernel/http/route.ts'
import { allVolunteers, newestVolunteers, volunteerCount, volunteerList } from '../read-model/volunteers.ts'
import { sourcesRoute } from './list-sources.ts'

export async function volunteerQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  route(app, listVolunteers, { ...staff('volunteers'), hasPast: true }, ({ query, request }) =>
    reads.list(request, ({ knex }) => newestVolunteers(knex, query)),
  )
  listRoute(app, reads, listAllVolunteers, { right: 'volunteers' }, (knex, { query }) => allVolunteers(knex, query))
  sourcesRoute(app, reads, listVolunteerSources, { right: 'volunteers' }, volunteerList)
  route(app, countVolunteers, { policy: 'public' }, async () => ({ count: await volunteerCount(knex) }))
}

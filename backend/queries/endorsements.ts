import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { endorsementReview, listEndorsements } from '../../contract/endorsements.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { listRoute, route } from '../kernel/http/route.ts'
import { allEndorsements, endorsementList, publicEndorsements } from '../read-model/endorsements.ts'
import { sourcesRoute } from './list-sources.ts'

export async function endorsementQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  route(app, listEndorsements, { policy: 'public' }, ({ query }) => publicEndorsements(knex, query))
  listRoute(app, reads, endorsementReview.list, { right: 'endorsements' }, (knex, { query }) =>
    allEndorsements(knex, query),
  )
  sourcesRoute(app, reads, endorsementReview.sources, { right: 'endorsements' }, endorsementList)
}

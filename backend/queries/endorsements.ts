import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { endorsementReview, listEndorsements, ownEndorsement } from '../../contract/endorsements.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { listRoute, route } from '../kernel/http/route.ts'
import { allEndorsements, endorsementList, ownEndorsementRow, publicEndorsements } from '../read-model/endorsements.ts'
import { sourcesRoute } from './list-sources.ts'
import { ownItemQuery } from './own-items.ts'

export async function endorsementQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  route(app, listEndorsements, { policy: 'public' }, ({ query }) => publicEndorsements(knex, query))
  listRoute(app, reads, endorsementReview.list, { right: 'endorsements' }, (knex, { query }) =>
    allEndorsements(knex, query),
  )
  sourcesRoute(app, reads, endorsementReview.sources, { right: 'endorsements' }, endorsementList)
  const own = { topic: 'endorsements', notFound: 'Endorsement not found.', row: ownEndorsementRow } as const
  ownItemQuery(app, ownEndorsement, knex, own)
}

import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listAllEndorsements, listEndorsements } from '../../contract/endorsements.ts'
import { listRoute, route } from '../http/route.ts'
import { allEndorsements, publicEndorsements } from '../read-model/endorsements.ts'

export async function endorsementQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listEndorsements, { policy: 'public' }, ({ query }) => publicEndorsements(knex, query))
  listRoute(app, listAllEndorsements, ({ query }) => allEndorsements(knex, query))
}

import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listAllEndorsements, listEndorsements } from '../../contract/endorsements.ts'
import { route } from '../http/route.ts'
import { withTotal } from '../http/total-count.ts'
import { allEndorsements, publicEndorsements } from '../read-model/endorsements.ts'

export async function endorsementQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listEndorsements, { policy: 'public' }, ({ query }) => publicEndorsements(knex, query))
  route(app, listAllEndorsements, { policy: 'admin' }, async ({ query, reply }) =>
    withTotal(reply, await allEndorsements(knex, query)),
  )
}

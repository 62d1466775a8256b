import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listDonations } from '../../contract/donations.ts'
import { route } from '../http/route.ts'
import { withTotal } from '../http/total-count.ts'
import { allDonations } from '../read-model/donations.ts'

export async function donationQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listDonations, { policy: 'admin' }, async ({ query, reply }) =>
    withTotal(reply, await allDonations(knex, query)),
  )
}

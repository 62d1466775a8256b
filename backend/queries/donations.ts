import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listDonations } from '../../contract/donations.ts'
import { listRoute } from '../http/route.ts'
import { allDonations } from '../read-model/donations.ts'

export async function donationQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  listRoute(app, listDonations, ({ query }) => allDonations(knex, query))
}

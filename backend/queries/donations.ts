import type { FastifyInstance } from 'fastify'
import { listDonations } from '../../contract/donations.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { listRoute } from '../kernel/http/route.ts'
import { allDonations } from '../read-model/donations.ts'

export async function donationQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  listRoute(app, reads, listDonations, { right: 'donations' }, (knex, { query }) => allDonations(knex, query))
}

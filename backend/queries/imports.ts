import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listDonors, listImports } from '../../contract/imports.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { listRoute, route, staff } from '../kernel/http/route.ts'
import { donorTotals } from '../read-model/donations.ts'
import { recentImports } from '../read-model/imports.ts'

export async function importQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  route(app, listImports, { ...staff('imports'), tellsOwnWork: true }, async () => recentImports(knex))
  listRoute(app, reads, listDonors, { right: 'donations' }, (knex, { query }) => donorTotals(knex, query))
}

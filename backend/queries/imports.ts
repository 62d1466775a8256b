import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listDonors, listImports } from '../../contract/imports.ts'
import { listRoute, route } from '../http/route.ts'
import { donorTotals } from '../read-model/donations.ts'
import { recentImports } from '../read-model/imports.ts'

export async function importQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listImports, { policy: 'admin' }, async () => recentImports(knex))
  listRoute(app, listDonors, ({ query }) => donorTotals(knex, query))
}

import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { campaign } from '../../contract/campaign.ts'
import { listDonors, listImports } from '../../contract/imports.ts'
import { route } from '../http/route.ts'
import { donorTotals, recentImports } from '../read-model/imports.ts'

export async function importQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listImports, { policy: 'admin' }, async () => recentImports(knex))
  route(app, listDonors, { policy: 'admin' }, async ({ query }) => donorTotals(knex, query, campaign.timeZone))
}

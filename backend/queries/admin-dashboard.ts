import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { readDashboard, readPending } from '../../contract/admin-dashboard.ts'
import { route } from '../http/route.ts'
import { adminDashboard, pendingCounts } from '../read-model/admin-dashboard.ts'

export async function adminDashboardQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, readDashboard, { policy: 'admin' }, () => adminDashboard(knex))
  route(app, readPending, { policy: 'admin' }, () => pendingCounts(knex))
}

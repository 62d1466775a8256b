import type { FastifyInstance } from 'fastify'
import { readDashboard, readPending } from '../../contract/admin-dashboard.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { signedIn } from '../kernel/http/guards.ts'
import { route, staff } from '../kernel/http/route.ts'
import { adminDashboard, pendingCounts } from '../read-model/admin-dashboard.ts'

export async function adminDashboardQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  route(app, readDashboard, { ...staff('figures'), hasPast: true }, ({ request }) =>
    reads.list(request, ({ knex }) => adminDashboard(knex, signedIn(request).rights)),
  )
  route(app, readPending, { ...staff('console'), hasPast: true }, ({ request }) =>
    reads.list(request, ({ knex }) => pendingCounts(knex)),
  )
}

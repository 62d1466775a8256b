import type { FastifyInstance } from 'fastify'
import { listAdminActions } from '../../contract/admin.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { route, staff } from '../kernel/http/route.ts'
import { adminActions } from '../read-model/admin-actions.ts'

export async function adminActionQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  route(app, listAdminActions, { ...staff(['actions', 'colleagues']), hasPast: true }, ({ query, request }) =>
    reads.list(request, ({ knex }) => adminActions(knex, query)),
  )
}

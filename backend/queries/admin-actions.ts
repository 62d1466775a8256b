import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listAdminActions } from '../../contract/admin.ts'
import { route } from '../http/route.ts'
import { adminActions } from '../read-model/admin-actions.ts'

export async function adminActionQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listAdminActions, { policy: 'admin' }, ({ query }) => adminActions(knex, query))
}

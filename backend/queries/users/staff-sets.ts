import type { FastifyInstance } from 'fastify'
import { listStaffSets } from '../../../contract/staff-sets.ts'
import type { ConsoleReads } from '../../kernel/http/console-reads.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { staffSetRows } from '../../read-model/staff-sets.ts'

/** For every reader of the users, whose roles the list shows. */
export async function staffSetQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  route(app, listStaffSets, { ...staff('people'), hasPast: true }, ({ request }) =>
    reads.list(request, ({ knex }) => staffSetRows(knex)),
  )
}

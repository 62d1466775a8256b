import type { FastifyInstance } from 'fastify'
import { listWordings } from '../../contract/wordings.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { route, staff } from '../kernel/http/route.ts'
import { allWordings } from '../read-model/wordings.ts'

export async function wordingQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  route(app, listWordings, { ...staff('people'), hasPast: true }, ({ request }) =>
    reads.list(request, ({ knex }) => allWordings(knex)),
  )
}

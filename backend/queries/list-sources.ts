import type { FastifyInstance } from 'fastify'
import type { SourcesEndpoint } from '../../contract/list-sources.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { route } from '../kernel/http/route.ts'
import type { StaffPolicy } from '../kernel/http/staff-policy.ts'
import { type SourcedList, sourcesOf } from '../read-model/sources.ts'

/** Registers what the filter of a list by source may be. */
export function sourcesRoute(
  app: FastifyInstance,
  reads: ConsoleReads,
  definition: SourcesEndpoint,
  policy: StaffPolicy,
  list: SourcedList,
): void {
  route(app, definition, { policy, hasPast: true }, ({ request }) =>
    reads.list(request, ({ knex }) => sourcesOf(knex, list)),
  )
}

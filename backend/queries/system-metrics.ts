import type { FastifyInstance } from 'fastify'
import { readSystemMetrics } from '../../contract/system-metrics.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { route, staff } from '../kernel/http/route.ts'
import { systemMetricsOf } from '../read-model/system-metrics.ts'

export async function systemMetricQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  route(app, readSystemMetrics, staff('operations'), ({ query, request }) =>
    reads.list(request, ({ knex }) => systemMetricsOf(knex, query.range)),
  )
}

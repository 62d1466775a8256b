import type { FastifyInstance } from 'fastify'
import { readSystemMetrics } from '../../contract/system-metrics.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { route } from '../kernel/http/route.ts'
import { systemMetricsOf } from '../read-model/system-metrics.ts'

export async function systemMetricQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  route(app, readSystemMetrics, { policy: { right: 'operations' } }, ({ query, request }) =>
    reads.list(request, ({ knex }) => systemMetricsOf(knex, query.range)),
  )
}

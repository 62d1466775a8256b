import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { readSystemMetrics } from '../../contract/system-metrics.ts'
import { route } from '../http/route.ts'
import { systemMetricsOf } from '../read-model/system-metrics.ts'

export async function systemMetricQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, readSystemMetrics, { policy: 'admin' }, ({ query }) => systemMetricsOf(knex, query.range))
}

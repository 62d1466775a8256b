import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listTraffic, readTrafficSummary } from '../../contract/traffic.ts'
import { route } from '../http/route.ts'
import { trafficLogs } from '../read-model/traffic.ts'
import { trafficSummary } from '../read-model/traffic-summary.ts'

export async function trafficQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listTraffic, { policy: 'admin' }, ({ query }) => trafficLogs(knex, query))
  route(app, readTrafficSummary, { policy: 'admin' }, ({ query }) => trafficSummary(knex, query))
}

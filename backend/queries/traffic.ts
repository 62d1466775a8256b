import type { FastifyInstance } from 'fastify'
import { listTraffic, readTrafficSummary } from '../../contract/traffic.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { route, staff } from '../kernel/http/route.ts'
import { trafficLogs } from '../read-model/traffic.ts'
import { trafficSummary } from '../read-model/traffic-summary.ts'

export async function trafficQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  route(app, listTraffic, { ...staff('operations'), hasPast: true }, ({ query, request }) =>
    reads.list(request, ({ knex }) => trafficLogs(knex, query)),
  )
  route(app, readTrafficSummary, { ...staff('figures'), hasPast: true }, ({ query, request }) =>
    reads.list(request, ({ knex }) => trafficSummary(knex, query)),
  )
}

import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listTraffic } from '../../contract/traffic.ts'
import { route } from '../http/route.ts'
import { uniqueVisits } from '../read-model/traffic.ts'

export async function trafficQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listTraffic, { policy: 'admin' }, ({ query }) => uniqueVisits(knex, query))
}

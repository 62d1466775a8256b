import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { readWelcomeSeries } from '../../../contract/welcome-series.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { welcomeSeriesNow } from '../../read-model/welcome-series.ts'

export async function welcomeSeriesQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, readWelcomeSeries, staff('send'), () => welcomeSeriesNow(knex))
}

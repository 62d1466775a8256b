import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listEmailSegments, readSegmentStats } from '../../../contract/email-segments.ts'
import { route } from '../../http/route.ts'
import { segmentStats, segments } from '../../read-model/email-segments.ts'

export async function emailSegmentQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listEmailSegments, { policy: 'admin' }, async () => [...segments])
  route(app, readSegmentStats, { policy: 'admin' }, () => segmentStats(knex, new Date()))
}

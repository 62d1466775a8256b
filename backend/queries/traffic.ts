import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listTraffic, type TrafficLog } from '../../contract/traffic.ts'
import { route } from '../http/route.ts'
import { personOf } from './users.ts'

const newestFirst = ['timestamp', 'id'].map((column) => ({ column, order: 'desc' }) as const)

export async function trafficQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listTraffic, { policy: 'admin' }, async ({ query: { page, limit } }) => {
    const visits = () => knex('app.traffic_logs').where('is_unique_visit', true)
    const newest = visits()
      .select('id')
      .orderBy(newestFirst)
      .limit(limit)
      .offset((page - 1) * limit)
    const [logs, [counted]] = await Promise.all([
      knex({ item: 'app.traffic_logs' })
        .join(newest.as('page'), 'page.id', 'item.id')
        .leftJoin({ visitor: 'read.users' }, 'visitor.id', 'item.user_id')
        .orderBy(newestFirst.map(({ column, order }) => ({ column: `item.${column}`, order })))
        .select<TrafficLog[]>(
          {
            id: 'item.id',
            timestamp: 'item.timestamp',
            ipAddress: 'item.ip_address',
            location: 'item.location',
            sourceUrl: 'item.source_url',
            templateId: 'item.template_id',
            requestMethod: 'item.request_method',
            requestPath: 'item.request_path',
            responseStatus: 'item.response_status',
          },
          personOf(knex, 'visitor', 'user'),
        ),
      visits().count<{ count: number }[]>('* as count'),
    ])
    return { logs, total: counted?.count ?? 0 }
  })
}

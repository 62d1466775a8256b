import type { Knex } from 'knex'
import type { TrafficLog } from '../../contract/traffic.ts'
import { latestFirst } from './paging.ts'
import { personOf } from './users.ts'

/** Unique visits with their visitors, newest first, and the total. */
export async function uniqueVisits(
  knex: Knex,
  { page, limit }: { page: number; limit: number },
): Promise<{ logs: TrafficLog[]; total: number }> {
  const visits = () => knex('app.traffic_logs').where('is_unique_visit', true)
  const ids = visits()
    .select('id')
    .orderBy(latestFirst())
    .limit(limit)
    .offset((page - 1) * limit)
  const [logs, [counted]] = await Promise.all([
    knex({ item: 'app.traffic_logs' })
      .join(ids.as('page'), 'page.id', 'item.id')
      .leftJoin({ visitor: 'read.users' }, 'visitor.id', 'item.user_id')
      .orderBy(latestFirst('item.'))
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
}

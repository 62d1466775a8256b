import type { Knex } from 'knex'
import type { TrafficListQuery, TrafficLog } from '../../contract/traffic.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { sinceDay, untilDay } from './campaign-days.ts'
import { columnsOf } from './columns.ts'
import { personOf } from './users.ts'

const timestamp = 'item."timestamp"'

/** SQL: the host name of the page that a visitor came from; null for none. */
export const sourceHost = (table: string) => `split_part(${table}.source_url, '/', 3)`

const list: AdminListOf<TrafficListQuery> = {
  table: 'app.traffic_logs',
  joins: 'LEFT JOIN read.users AS visitor ON visitor.id = item.user_id',
  sorts: { timestamp },
  filters: {
    unique: (unique) => ({ sql: { yes: 'item.is_unique_visit', no: 'NOT item.is_unique_visit', all: 'true' }[unique] }),
    status: (status) => ({ sql: `item.response_status ${status === 'error' ? '>=' : '<'} 400` }),
    path: (path) => ({ sql: 'starts_with(item.request_path, ?)', values: [path] }),
    source: (host) =>
      host.toLowerCase() === 'direct'
        ? { sql: 'item.source_url IS NULL' }
        : { sql: `${sourceHost('item')} = ?`, values: [host.toLowerCase()] },
    country: (country) =>
      country.toLowerCase() === 'unknown'
        ? { sql: 'item.location IS NULL' }
        : { sql: `lower(item.location ->> 'country') = ?`, values: [country.toLowerCase()] },
    bot: (bot) => ({ sql: 'item.is_crawler = ?', values: [bot === 'yes'] }),
    from: (day) => sinceDay(timestamp, day),
    to: (day) => untilDay(timestamp, day),
  },
  counts: { table: 'app.traffic_counts', filters: ['unique', 'status', 'bot'] },
}

/** Requests with their visitors, and the number of all that match. */
export async function trafficLogs(knex: Knex, query: TrafficListQuery): Promise<{ logs: TrafficLog[]; total: number }> {
  const filter: TrafficListQuery['filter'] = { unique: 'yes', ...query.filter }
  const { items, total } = await adminListPage(knex, list, { ...query, filter }, (rows) =>
    rows.select<TrafficLog[]>(
      {
        ...columnsOf('item', 'id, timestamp, ipAddress, location, sourceUrl, templateId, requestMethod, requestPath'),
        ...columnsOf('item', 'responseStatus, isUniqueVisit'),
        isBot: 'item.is_crawler',
      },
      personOf(knex, 'visitor', 'user'),
    ),
  )
  return { logs: items, total }
}

import type pg from 'pg'
import { day } from '../../records/durations.ts'

const maxKnown = 50_000

export type FirstVisits = {
  /** Given addresses with the time of a page view (ms), returns those for which it is the first in 24 hours. */
  take(client: pg.ClientBase, seen: ReadonlyMap<string, number>): Promise<Set<string>>
}

/**
 * The row of an address decides, also between processes; this process remembers what it read for a day and does not
 * query it again. If the transaction is rolled back the query is repeated: only rows that already existed are
 * remembered.
 */
export function createFirstVisits(): FirstVisits {
  const known = new Map<string, number>()
  const isKnown = (address: string, at: number) => at - (known.get(address) ?? Number.NEGATIVE_INFINITY) < day

  return {
    async take(client, seen) {
      const unknown = [...seen].filter(([address, at]) => !isKnown(address, at))
      if (unknown.length === 0) return new Set()
      if (known.size > maxKnown) known.clear()
      const { rows } = await client.query<{ ip_address: string; visited_at: string }>({
        name: 'traffic-known',
        text: 'SELECT ip_address, visited_at FROM app.traffic_visitors WHERE ip_address = ANY ($1::text[])',
        values: [unknown.map(([address]) => address)],
      })
      for (const { ip_address, visited_at } of rows) known.set(ip_address, Date.parse(visited_at))
      // Sorted, so that two processes never deadlock.
      const maybeFirst = unknown.filter(([address, at]) => !isKnown(address, at)).sort(([a], [b]) => (a < b ? -1 : 1))
      if (maybeFirst.length === 0) return new Set()
      const first = await client.query<{ ip_address: string }>({
        name: 'traffic-first',
        text: `INSERT INTO app.traffic_visitors AS known (ip_address, visited_at)
               SELECT * FROM unnest($1::text[], $2::timestamptz[])
               ON CONFLICT (ip_address) DO UPDATE SET visited_at = excluded.visited_at
                 WHERE known.visited_at <= excluded.visited_at - interval '24 hours'
               RETURNING ip_address`,
        values: [maybeFirst.map(([address]) => address), maybeFirst.map(([, at]) => new Date(at).toISOString())],
      })
      return new Set(first.rows.map(({ ip_address }) => ip_address))
    },
  }
}

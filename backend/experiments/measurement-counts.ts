import { createHmac, createSecretKey } from 'node:crypto'
import type pg from 'pg'
import { createBatcher } from '../kernel/concurrency/batcher.ts'
import { layersOf } from '../kernel/http/networks.ts'

/** Reports per window that count; further ones are kept and marked. */
const counted = { visitor: 30, address: 600 }
const seconds = 600

/** `networks`: around the address, each with its budget as a multiple. */
type Report = { visitor: string | null; networks: { name: string; share: number }[] }

export type MeasurementCounts = {
  /** Counts one report; returns the exceeded cap, or null. `visitorKey` null: unknown. */
  take(visitorKey: string | null, address: string): Promise<'visitor-cap' | 'address-cap' | null>
}

/**
 * Shared by all processes and asked in the background, after the answer: one statement for all reports that wait. The
 * names are keyed hashes in the table of rate limits, which forgets them when the window ends.
 */
export function createMeasurementCounts(pool: pg.Pool, key: Buffer): MeasurementCounts {
  const secret = createSecretKey(key)
  const nameOf = (text: string) => createHmac('sha256', secret).update(`cap\n${text}`).digest('hex')

  const take = createBatcher<Report, 'visitor-cap' | 'address-cap' | null>(async (reports) => {
    const amounts = new Map<string, number>()
    const add = (name: string) => amounts.set(name, (amounts.get(name) ?? 0) + 1)
    for (const { visitor, networks } of reports) {
      for (const { name } of networks) add(name)
      if (visitor !== null) add(visitor)
    }
    // The same order everywhere, so that two processes never deadlock.
    const names = [...amounts.keys()].sort()
    const { rows } = await pool.query<{ name: string; taken: number }>({
      name: 'measurement-counts',
      text: `INSERT INTO app.rate_limits AS budget (key, taken, resets_at)
             SELECT decode(name, 'hex'), amount, now() + make_interval(secs => $3)
               FROM unnest($1::text[], $2::int[]) AS given (name, amount)
             ON CONFLICT (key) DO UPDATE SET
               taken = CASE WHEN budget.resets_at <= now() THEN excluded.taken
                         ELSE least(budget.taken::bigint + excluded.taken, 2000000000)::int END,
               resets_at = CASE WHEN budget.resets_at <= now() THEN excluded.resets_at ELSE budget.resets_at END
             RETURNING encode(key, 'hex') AS name, taken`,
      values: [names, names.map((name) => amounts.get(name) ?? 0), seconds],
    })
    const before = new Map(rows.map(({ name, taken }) => [name, taken - (amounts.get(name) ?? 0)]))
    const next = (name: string) => {
      const number = (before.get(name) ?? 0) + 1
      before.set(name, number)
      return number
    }
    return reports.map(({ visitor, networks }) => {
      const exceeded = networks.filter(({ name, share }) => next(name) > counted.address * share)
      if (visitor !== null && next(visitor) > counted.visitor) return 'visitor-cap'
      return exceeded.length > 0 ? 'address-cap' : null
    })
  })

  return {
    take: (visitorKey, address) =>
      take({
        visitor: visitorKey === null ? null : nameOf(`visitor ${visitorKey}`),
        networks: layersOf(address).map(({ network, share }) => ({ name: nameOf(`address ${network}`), share })),
      }),
  }
}

import pg from 'pg'
import { growGradually } from './gradual-pool.ts'

// Our bigint columns are counts and positions, far below 2^53; timestamps travel as ISO text.
const isoTimestamp = (text: string) => new Date(text).toISOString()
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTimestamp)

/**
 * Formats of values returned as text, since a database or role may have other defaults; and no JIT compiling (50 ms and
 * more), which never pays for our statements.
 */
const ownSettings = { jit: 'off', DateStyle: 'ISO, MDY', IntervalStyle: 'postgres', TimeZone: 'UTC' }

/**
 * Applies our settings and `more` to a new connection. It uses a statement, although that costs a round trip, because
 * PgBouncer refuses them as startup parameters.
 */
export async function settle(client: pg.ClientBase, more: { [setting: string]: string } = {}): Promise<void> {
  const settings = Object.entries({ ...ownSettings, ...more })
  await client.query(settings.map(([setting, value]) => `SET ${setting} = '${value}'`).join('; '))
}

export function ignoreIdleErrors(pool: pg.Pool): pg.Pool {
  // The pool replaces an idle connection that dies (Postgres restarted); without a listener the error would end the
  // process.
  pool.on('error', () => {})
  // Likewise for a connection that dies while in use: its user gets the error from the running query.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** TCP keepalive, so that no router drops a connection that is idle for hours. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Plain connections, for callers that need no knex. */
export const createPool = (url: string, max: number): pg.Pool =>
  growGradually(
    ignoreIdleErrors(
      new pg.Pool({
        connectionString: url,
        max,
        connectionTimeoutMillis: 5000,
        ...keptAlive,
        onConnect: (client) => settle(client),
      }),
    ),
  )

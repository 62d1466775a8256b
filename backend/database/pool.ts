import pg from 'pg'
import { growGradually } from './gradual-pool.ts'

// Our bigint columns are counts and positions, far below 2^53; timestamps travel as ISO text.
const isoTimestamp = (text: string) => new Date(text).toISOString()
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTimestamp)

/**
 * A startup parameter, so it costs no round trip. Our statements are short: compiling one (50 ms and more) never pays,
 * and PostgreSQL's default would do it whenever a plan looks expensive.
 */
export const withoutJit = { options: '-c jit=off' }

export function ignoreIdleErrors(pool: pg.Pool): pg.Pool {
  // The pool replaces an idle connection that dies (Postgres restarted); without a listener the error would end the
  // process.
  pool.on('error', () => {})
  // Likewise for a connection that dies while in use: its user gets the error from the running query.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Asked for a sign of life while it is silent, so that no router forgets a connection that is kept for hours. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Plain connections, for whoever needs no knex. */
export const createPool = (url: string, max: number): pg.Pool =>
  growGradually(
    ignoreIdleErrors(
      new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 5000, ...keptAlive, ...withoutJit }),
    ),
  )

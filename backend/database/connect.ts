import createKnex, { type Knex } from 'knex'
import pg from 'pg'

/** One database, accessed through knex (queries, migrations) and a plain pool (the log, projections). */
export type Database = {
  url: string
  knex: Knex
  pool: pg.Pool
  close(): Promise<void>
}

// Our bigint columns are counts and positions, far below 2^53; timestamps travel as ISO text.
const isoTimestamp = (text: string) => new Date(text).toISOString()
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTimestamp)

/** A separate connection to the same server with its own settings; a replacement connection gets them too. */
export function connectionWith(pool: pg.Pool, settings: { [setting: string]: string }): pg.Pool {
  const text = Object.entries(settings)
    .map(([setting, value]) => `SET ${setting} = '${value}';`)
    .join(' ')
  const own = new pg.Pool({
    ...pool.options,
    max: 1,
    // The pool awaits this promise, although its types do not say so.
    onConnect: async (client) => {
      await client.query(text)
    },
  })
  return ignoreIdleErrors(own)
}

function ignoreIdleErrors(pool: pg.Pool): pg.Pool {
  // The pool replaces an idle connection that dies (Postgres restarted); without a listener the error would end the
  // process.
  pool.on('error', () => {})
  // Likewise for a connection that dies while in use: its user gets the error from the running query.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * A startup parameter, so it costs no round trip. Our statements are short: compiling one (50 ms and more) never pays,
 * and PostgreSQL's default would do it whenever a plan looks expensive.
 */
const withoutJit = { options: '-c jit=off' }

export function connect(url: string, { max = 10 }: { max?: number } = {}): Database {
  const pool = ignoreIdleErrors(
    new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 5000, ...withoutJit }),
  )
  const knex = createKnex({
    client: 'pg',
    connection: { connectionString: url, ...withoutJit },
    pool: { min: 0, max },
    acquireConnectionTimeout: 5000,
    // Errors reach the caller and are logged there; knex would print them a second time.
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
  })
  return {
    url,
    knex,
    pool,
    async close() {
      await Promise.all([pool.end(), knex.destroy()])
    },
  }
}

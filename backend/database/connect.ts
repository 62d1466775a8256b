import createKnex, { type Knex } from 'knex'
import pg from 'pg'

/** One database, reached by knex (queries, migrations) and by a plain pool (the log, projections). */
export type Database = {
  url: string
  knex: Knex
  pool: pg.Pool
  close(): Promise<void>
}

// bigint columns are counts and positions of ours, far below 2^53; timestamps travel as ISO text.
const isoTimestamp = (text: string) => new Date(text).toISOString()
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTimestamp)

/** One more connection to the same server, with settings of its own; a new one has them too. */
export function connectionWith(pool: pg.Pool, settings: { [setting: string]: string }): pg.Pool {
  const text = Object.entries(settings)
    .map(([setting, value]) => `SET ${setting} = '${value}';`)
    .join(' ')
  const own = new pg.Pool({
    ...pool.options,
    max: 1,
    // The pool waits for what this answers, though the types know of nothing to wait for.
    onConnect: async (client) => {
      await client.query(text)
    },
  })
  return heedless(own)
}

function heedless(pool: pg.Pool): pg.Pool {
  // An idle connection that dies (Postgres restarted) is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // The same for one that dies while it is lent: its borrower hears of it from the query in hand.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function connect(url: string, { max = 10 }: { max?: number } = {}): Database {
  const pool = heedless(new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 5000 }))
  const knex = createKnex({
    client: 'pg',
    connection: { connectionString: url },
    pool: { min: 0, max },
    acquireConnectionTimeout: 5000,
    // Errors reach the caller and are logged there; knex would print them as well.
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

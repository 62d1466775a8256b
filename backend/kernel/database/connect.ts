import createKnex, { type Knex } from 'knex'
import pg from 'pg'
import { createPool, ignoreIdleErrors, settle } from './pool.ts'

/** One database with one pool, used by knex (queries, migrations) and directly (the log, projections). */
export type Database = {
  url: string
  knex: Knex
  pool: pg.Pool
  close(): Promise<void>
}

/** A separate connection to the same server with its own settings; a replacement connection gets them too. */
export function connectionWith(pool: pg.Pool, settings: { [setting: string]: string }): pg.Pool {
  const own = new pg.Pool({
    ...pool.options,
    max: 1,
    // The pool awaits this promise, although its types do not say so.
    onConnect: (client) => settle(client, settings),
  })
  return ignoreIdleErrors(own)
}

export function connect(url: string, { max = 10 }: { max?: number } = {}): Database {
  const pool = createPool(url, max)
  const knex = createKnex({
    client: 'pg',
    connectionPool: pool,
    // Errors reach the caller and are logged there; knex would print them a second time.
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
  })
  return {
    url,
    knex,
    pool,
    async close() {
      await pool.end()
    },
  }
}

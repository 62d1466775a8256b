import type pg from 'pg'

/**
 * Makes a pool open one connection at a time. Other callers wait for it, or for a released client, which is usually
 * sooner: beginning a session takes PostgreSQL longer than most statements, and many sessions at once, as at startup or
 * with many simultaneous visitors, slow each other and everything else down. The pool still grows to `max` for as long
 * as callers wait.
 */
export function growGradually(pool: pg.Pool): pg.Pool {
  const { max } = pool.options
  // Not a counter: a connection that breaks while it is being settled is removed without ever having been opened.
  const opened = new Set<pg.PoolClient>()
  const isOpening = () => pool.totalCount > opened.size
  Object.defineProperty(pool.options, 'max', { enumerable: true, get: () => (isOpening() ? pool.totalCount : max) })

  /** The pool itself opens another connection only for a new caller, not for those already waiting. */
  function openAnother(): void {
    if (pool.waitingCount === 0 || pool.idleCount > 0 || pool.totalCount >= max || pool.ending) return
    pool.connect().then(
      (client) => client.release(),
      () => {}, // the pool tells the waiting callers
    )
  }
  pool.on('connect', (client) => {
    opened.add(client)
    setImmediate(openAnother)
  })
  pool.on('remove', (client) => opened.delete(client))
  return pool
}

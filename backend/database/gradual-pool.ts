import type pg from 'pg'

/**
 * Makes a pool open one connection at a time. A caller who comes in between waits for that one or for any that is given
 * back, which is usually sooner: to begin a session takes PostgreSQL longer than most statements, and many at once, as at the
 * start of the program or when many visitors come together, keep each other and everything else waiting. It still grows to
 * `max` for as long as callers wait.
 */
export function growGradually(pool: pg.Pool): pg.Pool {
  const { max } = pool.options
  // Not a number: a connection that breaks while it is being settled is removed without ever having been opened.
  const opened = new Set<pg.PoolClient>()
  const isOpening = () => pool.totalCount > opened.size
  Object.defineProperty(pool.options, 'max', { enumerable: true, get: () => (isOpening() ? pool.totalCount : max) })

  /** The pool itself opens another one only for somebody who comes, not for those who wait already. */
  function openAnother(): void {
    if (pool.waitingCount === 0 || pool.idleCount > 0 || pool.totalCount >= max || pool.ending) return
    pool.connect().then(
      (client) => client.release(),
      () => {}, // whoever waits is told by the pool
    )
  }
  pool.on('connect', (client) => {
    opened.add(client)
    setImmediate(openAnother)
  })
  pool.on('remove', (client) => opened.delete(client))
  return pool
}

import pg from 'pg'
import { settle } from '../../database/pool.ts'

/** An arbitrary number that nothing else locks in this database. */
const lockId = 5_347_116

/**
 * The right to seal, which one process per database has: an advisory lock that ends with its connection. `onEnd` is
 * called when it is released or lost.
 */
export function createSealerRole(pool: pg.Pool, onEnd: () => void) {
  let client: pg.Client | null = null
  let isTaken = false

  async function release(): Promise<void> {
    const open = client
    client = null
    isTaken = false
    onEnd()
    await open?.end().catch(() => {})
  }

  async function connected(): Promise<pg.Client> {
    if (client !== null) return client
    const opened = new pg.Client({ ...pool.options, keepAlive: true })
    opened.on('error', () => {
      if (client === opened) void release()
    })
    await opened.connect()
    await settle(opened)
    client = opened
    return opened
  }

  return {
    release,
    /** The connection that holds the lock; null while another process has it. */
    async take(): Promise<pg.Client | null> {
      const connection = await connected()
      if (isTaken) return connection
      const { rows } = await connection.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${lockId}) AS taken`)
      isTaken = rows[0]?.taken === true
      return isTaken ? connection : null
    },
  }
}

import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { inSnapshot } from '../../backend/read-model/snapshot.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { pollTimeout } from '../support/run/timeouts.ts'

it('a connection that dies between two reads fails that read alone, on a pool without handlers of its own', async () => {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url })
  let open = 0
  pool.on('connect', () => open++).on('remove', () => open--)
  onTestFinished(async () => {
    await pool.end()
    // A pool ends before its connections do, and a connection cut off when the database is dropped would raise an
    // unhandled error.
    await vi.waitFor(() => expect(open).toBe(0), pollTimeout)
  })
  const reading = inSnapshot(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    // Not events.once: it would listen for the error event, too.
    const ended = new Promise((resolve) => client.once('end', resolve))
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    await ended
    return rows
  })
  await expect(reading).rejects.toThrow()
  expect(await inSnapshot(pool, async () => 'fine')).toBe('fine')
})

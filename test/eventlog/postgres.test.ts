import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { connect } from '../../backend/kernel/database/connect.ts'
import { createPool } from '../../backend/kernel/database/pool.ts'
import { LogCorrupted, RevisionConflict } from '../../backend/kernel/eventlog/event-log.ts'
import { checkLog } from '../../backend/kernel/eventlog/postgres/check-log.ts'
import { createPostgresLog } from '../../backend/kernel/eventlog/postgres/postgres-log.ts'
import { describeEventLog } from '../eventlog-contract.ts'
import { asOwner, createTestDatabase } from '../support/database/database.ts'
import { createProxy } from '../support/tcp-proxy.ts'

describeEventLog('in PostgreSQL', async () => {
  const cleanUps: (() => Promise<void>)[] = []
  const database = await createTestDatabase((cleanUp) => cleanUps.unshift(cleanUp))
  function openAt(url: string) {
    const connected = connect(url, { max: 4 })
    const log = createPostgresLog(connected.pool)
    cleanUps.unshift(async () => {
      await log.close()
      await connected.close()
    })
    return log
  }
  return {
    open: async () => openAt(database.url),
    async openOverBadNetwork() {
      const url = new URL(database.url)
      const proxy = await createProxy({ host: url.hostname, port: Number(url.port) })
      cleanUps.unshift(proxy.close)
      url.port = String(proxy.port)
      return { ...proxy, log: openAt(url.href) }
    },
    async close() {
      for (const cleanUp of cleanUps) await cleanUp()
    },
  }
})

describe('the event log in PostgreSQL, by itself', () => {
  const note = (number: number) => ({ id: randomUUID(), type: 'Noted', data: `{"number":${number}}`, metadata: '{}' })

  async function createLog() {
    const { pool } = await createTestDatabase()
    return { pool, log: createPostgresLog(pool) }
  }

  async function logOf(count: number) {
    const { pool, log } = await createLog()
    await log.append(
      'notes',
      'no-stream',
      Array.from({ length: count }, (_, number) => note(number)),
    )
    return { pool, log }
  }

  it('assigns gapless positions from 1, and fails only the stale append of a batch', async () => {
    const { pool, log } = await logOf(1)
    const outcomes = await Promise.allSettled([
      log.append('a', 'no-stream', [note(1), note(2)]),
      log.append('notes', 'no-stream', [note(3)]),
      log.append('b', 'no-stream', [note(4)]),
      log.append('notes', 0, [note(5)]),
    ])
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: { outcome: 'appended', position: '3', revision: 1, events: expect.anything() } },
      { status: 'rejected', reason: new RevisionConflict('notes') },
      { status: 'fulfilled', value: { outcome: 'appended', position: '4', revision: 0, events: expect.anything() } },
      { status: 'fulfilled', value: { outcome: 'appended', position: '5', revision: 1, events: expect.anything() } },
    ])
    expect(await checkLog(pool)).toEqual([])
    const { rows } = await pool.query('SELECT count(DISTINCT recorded_at) AS transactions FROM eventlog.events')
    expect(rows).toEqual([{ transactions: 3 }])
  })

  it('fails only the append that expects more than there is', async () => {
    const { pool, log } = await logOf(2)
    const outcomes = await Promise.allSettled([
      log.append('notes', 1, [note(2), note(3)]),
      log.append('missing', 0, [note(4)]),
      log.append('new', 'no-stream', [note(5)]),
    ])
    expect(outcomes).toMatchObject([
      { value: { position: '4', revision: 3 } },
      { reason: new RevisionConflict('missing') },
      { value: { position: '5', revision: 0 } },
    ])
    await expect(log.append('notes', 7, [note(6)])).rejects.toThrow(RevisionConflict)
    expect(await checkLog(pool)).toEqual([])
  })

  it('never reads the whole log to append, however small it was when plans were made', async () => {
    const { pool, url } = await createTestDatabase()
    const own = createPool(url, 1)
    const log = createPostgresLog(own)
    await log.append('notes', 'no-stream', [note(0)])
    await pool.query('ANALYZE eventlog.events')
    const counted = async () =>
      (await pool.query(`SELECT n_tup_ins, seq_scan FROM pg_stat_user_tables WHERE relname = 'events'`)).rows
    await Promise.all([log.append('notes', 0, [note(1)]), log.append('a', 'no-stream', [note(2)])])
    await log.append('a', 0, [note(3)])
    await Promise.all([log.close(), own.end()]) // whose connections complete their statistics as they end
    await expect.poll(counted).toEqual([{ n_tup_ins: 4, seq_scan: 0 }])
  })

  it('appends at once after the connection of the appends was lost', async () => {
    const { pool, log } = await logOf(1)
    const { rowCount } = await pool.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%INSERT INTO eventlog.events%'`,
    )
    expect(rowCount).toBe(1)
    expect(await log.append('notes', 0, [note(1)])).toMatchObject({ position: '2' })
  })

  it('returns the positions of a batch in which everything is stale or repeated', async () => {
    const { pool, log } = await createLog()
    const first = note(1)
    await log.append('notes', 'no-stream', [first])
    const outcomes = await Promise.allSettled([
      log.append('notes', 'no-stream', [note(2), note(3)]),
      log.append('copy', 'no-stream', [first]),
    ])
    expect(outcomes).toMatchObject([{ status: 'rejected' }, { value: { outcome: 'duplicate' } }])
    expect(await checkLog(pool)).toEqual([])
    expect(await log.append('notes', 0, [note(4)])).toMatchObject({ position: '2' })
  })

  it('fails only the append that the database rejects', async () => {
    const { log } = await createLog()
    const outcomes = await Promise.allSettled([
      log.append('a', 'no-stream', [note(1)]),
      log.append('b', 'no-stream', [{ ...note(2), id: 'not a uuid' }]),
      log.append('c', 'no-stream', [note(3)]),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await log.head()).toBe('2')
  })

  it('stops at a missing event and names its position', async () => {
    const { pool, log } = await logOf(5)
    await asOwner(pool, 'DELETE FROM eventlog.events WHERE position = 3')
    await expect(log.readAll(null, 10)).rejects.toThrow(/no event at position 3/)
    await expect(log.readAll('2', 10)).rejects.toThrow(LogCorrupted)
    await expect(log.subscribe('1', new AbortController().signal)[Symbol.asyncIterator]().next()).rejects.toThrow(
      LogCorrupted,
    )
    expect(await log.readAll('3', 10)).toHaveLength(2)
  })

  it('reports problems with positions and durability at startup', async () => {
    const { pool } = await logOf(5)
    expect(await checkLog(pool)).toEqual([])
    await asOwner(pool, 'DELETE FROM eventlog.events WHERE position = 3')
    expect(await checkLog(pool)).toEqual([expect.stringMatching(/missing among the last 1000/)])
    await asOwner(pool, 'DELETE FROM eventlog.events WHERE position IN (1, 5)')
    expect(await checkLog(pool)).toEqual([
      expect.stringMatching(/counter of the event log is at 5 but its last event is at 4/),
      expect.stringMatching(/starts at position 2/),
      expect.stringMatching(/missing among the last 1000/),
    ])
    await asOwner(pool, 'DELETE FROM eventlog.head')
    const lax = connect(`${pool.options.connectionString}?options=-c%20synchronous_commit%3Doff`)
    expect(await checkLog(lax.pool)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/synchronous_commit = off/),
        expect.stringMatching(/eventlog.head is empty/),
      ]),
    )
    await lax.close()
  })
})

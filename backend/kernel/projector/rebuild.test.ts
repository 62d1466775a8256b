import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/database.ts'
import {
  appendNotes,
  copyLive,
  decodeNotes,
  fragile,
  notes,
  story,
  tallies,
  written,
} from '../../../test/support/database/projections.ts'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'
import { type EventLog, LogCorrupted } from '../eventlog/event-log.ts'
import { createMemoryLog } from '../eventlog/memory.ts'
import { createPostgresLog } from '../eventlog/postgres/postgres-log.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import type { Progress } from './progress.ts'
import { createProjector } from './projector.ts'
import { rebuild } from './rebuild.ts'
import { compareSchemas } from './schema.ts'

const projections = [notes, tallies]
const decode = decodeNotes

/** The memory log, read in batches of `size`, so that a rebuild takes several of them. */
const inBatches = (log: EventLog, size: number): EventLog => {
  const pages: EventLog['readAll'] = (after, limit) => log.readAll(after, Math.min(size, limit))
  return { ...log, readAll: pages }
}

async function liveTables(count: number) {
  const { pool } = await createTestDatabase()
  const log = createMemoryLog()
  await bringUpToDate({ log, pool, decode, projections })
  const projector = createProjector({ log, pool, decode, projections })
  onTestFinished(() => projector.close())
  projector.start()
  const position = await appendNotes(log, [...story(count)])
  await vi.waitFor(() => expect(projector.hasPassed(position)).toBe(true), { timeout: 10_000 })
  return { pool, log, projector, position }
}

const versions = async (pool: { query(sql: string): Promise<{ rows: unknown[] }> }) =>
  (await pool.query('SELECT projection, version, position FROM app.checkpoints ORDER BY projection')).rows

it('a start drops the tables of a projection that this version no longer has, and its checkpoint', async () => {
  const { pool, log, projector, position } = await liveTables(10)
  await projector.close()
  await bringUpToDate({ log, pool, decode, projections: [notes] })
  expect(await versions(pool)).toEqual([{ projection: 'notes', version: 1, position }])
  const { rows } = await pool.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'read'::regnamespace AND relkind = 'r'`,
  )
  expect(rows).toEqual([{ relname: 'notes' }])
})

describe('A rebuild', () => {
  it('equals the live tables, row for row, with their indexes', async () => {
    const { pool, log, position } = await liveTables(3000)
    await copyLive(pool, 'live_before')
    expect(await rebuild({ log, pool, decode, projections })).toEqual({ switched: ['notes', 'tallies'], failed: [] })
    expect(await compareSchemas(pool, 'live_before', 'read')).toEqual({ notes: 0, note_actions: 0, tallies: 0 })
    const { rows } = await pool.query(`SELECT indexname FROM pg_indexes WHERE schemaname = 'read' ORDER BY 1`)
    expect(rows.map(({ indexname }) => indexname)).toEqual([
      'note_actions_pkey',
      'notes_author',
      'notes_pkey',
      'tallies_pkey',
    ])
    expect(await versions(pool)).toEqual([
      { projection: 'notes', version: 1, position },
      { projection: 'tallies', version: 1, position },
    ])
    expect((await pool.query('SELECT * FROM app.rebuild_checkpoints')).rows).toEqual([])
  })

  it('is noticed by a running projector, which continues from there', async () => {
    const { pool, log, projector } = await liveTables(100)
    await rebuild({ log, pool, decode, projections, only: ['notes'] })
    const position = await appendNotes(log, [...story(100, 101)])
    await vi.waitFor(() => expect(projector.hasPassed(position)).toBe(true), pollTimeout)
    await copyLive(pool, 'live_before')
    await rebuild({ log, pool, decode, projections })
    expect(await compareSchemas(pool, 'live_before', 'read')).toEqual({ notes: 0, note_actions: 0, tallies: 0 })
  })

  it('loses no event appended in the meantime, while the live tables keep up', { tags: 'long' }, async () => {
    const { pool } = await createTestDatabase()
    const log = createPostgresLog(pool)
    onTestFinished(() => log.close())
    await bringUpToDate({ log, pool, decode, projections })
    const projector = createProjector({ log, pool, decode, projections })
    onTestFinished(() => projector.close())
    projector.start()
    await appendNotes(log, [...story(300)])
    let isRebuilding = true
    let last = ''
    const appending = (async () => {
      for (let from = 301; isRebuilding; from += 10) last = await appendNotes(log, [...story(10, from)])
    })()
    for (let times = 0; times < 3; times++) await rebuild({ log: inBatches(log, 50), pool, decode, projections })
    isRebuilding = false
    await appending
    await vi.waitFor(() => expect(projector.hasPassed(last)).toBe(true), { timeout: 10_000 })
    await copyLive(pool, 'live_before')
    await rebuild({ log, pool, decode, projections })
    expect(await compareSchemas(pool, 'live_before', 'read')).toEqual({ notes: 0, note_actions: 0, tallies: 0 })
  })

  it('resumes where it was interrupted, while the live tables keep serving', { tags: 'long' }, async () => {
    const { pool, log, projector } = await liveTables(3000)
    await projector.close()
    await copyLive(pool, 'live_before')
    const interruption = new AbortController()
    const interrupted = rebuild({
      log,
      pool,
      decode,
      projections,
      signal: interruption.signal,
      onProgress: () => interruption.abort(new Error('interrupted')),
    })
    await expect(interrupted).rejects.toThrow('interrupted')
    expect(await compareSchemas(pool, 'live_before', 'read')).toEqual({ notes: 0, note_actions: 0, tallies: 0 })
    const kept = (await pool.query('SELECT position FROM app.rebuild_checkpoints')).rows[0]?.position

    const shown: Progress[] = []
    await rebuild({ log, pool, decode, projections, onProgress: (progress) => shown.push(progress) })
    expect(shown[0]?.done).toBe(Number(kept) + 1000)
    expect(shown.at(-1)).toMatchObject({ done: shown[0]?.total, secondsLeft: 0 })
    expect(await compareSchemas(pool, 'live_before', 'read')).toEqual({ notes: 0, note_actions: 0, tallies: 0 })
  })

  it('resumes after its connection was lost', { tags: 'long' }, async () => {
    const { pool, log, projector } = await liveTables(3000)
    await projector.close()
    await copyLive(pool, 'live_before')
    let batches = 0
    const cutting: typeof decode = async (recorded) => {
      if (++batches === 3) {
        await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
      }
      return decode(recorded)
    }
    await expect(rebuild({ log, pool, decode: cutting, projections })).rejects.toThrow(/terminat|connection error/)
    await rebuild({ log, pool, decode, projections })
    expect(await compareSchemas(pool, 'live_before', 'read')).toEqual({ notes: 0, note_actions: 0, tallies: 0 })
  })

  it('leaves a projection with a poison event unchanged, and rebuilds the others', async () => {
    const { pool, log } = await liveTables(20)
    await appendNotes(log, [written(100, 'poison'), written(101)])
    const weak = fragile((words) => words !== 'poison')
    const { switched, failed } = await rebuild({ log, pool, decode, projections: [weak, notes] })
    expect(switched).toEqual(['notes'])
    expect(failed).toMatchObject([{ projection: 'fragile', reason: expect.stringContaining('too much to bear') }])
  })

  it('rejects an unknown projection name', async () => {
    const { pool } = await createTestDatabase()
    await expect(rebuild({ log: createMemoryLog(), pool, decode, projections, only: ['nots'] })).rejects.toThrow(
      'Unknown projection: nots. Known projections: notes, tallies.',
    )
  })

  it('waits for another rebuild to finish', { tags: 'long' }, async () => {
    const { pool, log, projector } = await liveTables(500)
    await projector.close()
    await copyLive(pool, 'live_before')
    await Promise.all([1, 2, 3].map(() => rebuild({ log, pool, decode, projections })))
    expect(await compareSchemas(pool, 'live_before', 'read')).toEqual({ notes: 0, note_actions: 0, tallies: 0 })
  })
})

describe('Bringing the read model up to date', () => {
  it('creates empty tables for an empty log', async () => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    expect((await bringUpToDate({ log, pool, decode, projections })).switched).toEqual(['notes', 'tallies'])
    expect((await bringUpToDate({ log, pool, decode, projections })).switched).toEqual([])
    expect(await versions(pool)).toMatchObject([{ position: null }, { position: null }])
  })

  it('rebuilds only projections of another version, and drops tables that the new version no longer has', async () => {
    const { pool, log, projector } = await liveTables(50)
    await projector.close()
    const { note_actions: _gone, ...rest } = tallies.tables
    const slimmer = { ...tallies, version: 2, tables: rest, onEvery: undefined }
    const { switched } = await bringUpToDate({ log, pool, decode, projections: [notes, slimmer] })
    expect(switched).toEqual(['tallies'])
    const { rows } = await pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'read' ORDER BY 1`)
    expect(rows.map(({ tablename }) => tablename)).toEqual(['notes', 'tallies'])
    expect(await versions(pool)).toMatchObject([{ version: 1 }, { version: 2 }])
  })

  it('rebuilds a projection whose tables are missing', async () => {
    const { pool, log, projector } = await liveTables(50)
    await projector.close()
    await copyLive(pool, 'live_before')
    await pool.query('DROP TABLE read.notes')
    expect((await bringUpToDate({ log, pool, decode, projections })).switched).toEqual(['notes'])
    expect(await compareSchemas(pool, 'live_before', 'read')).toEqual({ notes: 0, note_actions: 0, tallies: 0 })
  })

  it('recreates the schema that a dump left out', async () => {
    const { pool, log, projector } = await liveTables(50)
    await projector.close()
    await copyLive(pool, 'live_before')
    await pool.query('DROP SCHEMA read CASCADE')
    expect((await bringUpToDate({ log, pool, decode, projections })).switched.toSorted()).toEqual(['notes', 'tallies'])
    expect(await compareSchemas(pool, 'live_before', 'read')).toEqual({ notes: 0, note_actions: 0, tallies: 0 })
  })

  it('rejects a log that ends before what the tables have shown, until they are rebuilt deliberately', async () => {
    const { pool, projector } = await liveTables(50)
    await projector.close()
    const older = createMemoryLog()
    await appendNotes(older, [written(1)])
    await expect(bringUpToDate({ log: older, pool, decode, projections })).rejects.toThrow(LogCorrupted)
    await rebuild({ log: older, pool, decode, projections })
    expect((await bringUpToDate({ log: older, pool, decode, projections })).switched).toEqual([])
    expect((await pool.query('SELECT id FROM read.notes')).rows).toEqual([{ id: 1 }])
  })

  it('creates the empty tables of a new projection that fails, for queries and the projector', async () => {
    const { pool, log, projector } = await liveTables(5)
    await projector.close()
    await appendNotes(log, [written(100, 'poison')])
    const all = [...projections, fragile((words) => words !== 'poison')]
    expect((await bringUpToDate({ log, pool, decode, projections: all })).failed).toHaveLength(1)
    expect((await pool.query('SELECT * FROM read.fragile')).rows).toEqual([])
  })
})

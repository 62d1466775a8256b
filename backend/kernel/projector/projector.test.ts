import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase, ownerUrlOf } from '../../../test/support/database/database.ts'
import {
  appendNotes,
  at,
  copyLive,
  decodeNotes,
  fragile,
  noteEvent,
  notes,
  story,
  tallies,
  written,
} from '../../../test/support/database/projections.ts'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'
import { type EventLog, LogCorrupted, NewerEvent } from '../eventlog/event-log.ts'
import { createMemoryLog } from '../eventlog/memory.ts'
import type { Decode } from './batches.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import { withDerivedVersion } from './derived-version.ts'
import type { Stop } from './poison.ts'
import type { AnyProjection } from './projection.ts'
import { createProjector } from './projector.ts'
import { rebuild } from './rebuild.ts'
import { compareSchemas } from './schema.ts'

type Options = {
  log: EventLog
  pool: pg.Pool
  projections?: AnyProjection[]
  decode?: Decode
  leaseDuration?: number
  onPoison?: (name: string, stop: Stop) => void
}

async function startProjector({ projections = [notes, tallies], decode = decodeNotes, ...options }: Options) {
  await bringUpToDate({ ...options, decode, projections })
  const projector = createProjector({ ...options, decode, projections, now: () => Date.parse(at) + 5000 })
  onTestFinished(() => projector.close())
  projector.start()
  return projector
}

const passes = (projector: { hasPassed(position: string): boolean }, position: string) =>
  vi.waitFor(() => expect(projector.hasPassed(position)).toBe(true), { timeout: 20_000, interval: 5 })

async function onlyRows(pool: pg.Pool, sql: string): Promise<unknown[]> {
  return (await pool.query(sql)).rows
}

/** Rebuilt tables are the reference: built without leases, retries and small batches. */
async function expectAsRebuilt(log: EventLog, pool: pg.Pool, projections: AnyProjection[] = [notes, tallies]) {
  await copyLive(pool, 'live_before')
  await rebuild({ log, decode: decodeNotes, pool, projections })
  const differing = await compareSchemas(pool, 'live_before', 'read')
  expect(new Set(Object.values(differing))).toEqual(new Set([0]))
}

describe('The projector', () => {
  it('writes the rows of events and reports its position', async () => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    const projector = await startProjector({ log, pool })
    const position = await appendNotes(log, [written(1, 'first'), { type: 'NotePinned', data: { noteId: 1 } }])
    await passes(projector, position)
    expect(await onlyRows(pool, 'SELECT id, words, is_pinned FROM read.notes')).toEqual([
      { id: 1, words: 'first', is_pinned: true },
    ])
    expect(await projector.status()).toEqual({
      role: 'active',
      alarm: null,
      projections: [notes, tallies].map(({ name }) => ({
        name,
        version: 1,
        position: '2',
        lag: { events: 0, seconds: 0 },
        stopped: null,
      })),
    })
    expect(projector.processed).toBe(2)
  })

  it('reports its lag before it has started', async () => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    await bringUpToDate({ log, pool, decode: decodeNotes, projections: [notes] })
    await appendNotes(log, [written(1), written(2)])
    const projector = createProjector({
      log,
      pool,
      decode: decodeNotes,
      projections: [notes],
      now: () => Date.parse(at) + 5000,
    })
    const { role, projections } = await projector.status()
    expect({ role, lag: projections[0]?.lag }).toEqual({ role: 'standby', lag: { events: 2, seconds: 5 } })
    await projector.close()
  })

  it('leaves the log to a newer version at an event that only that one knows', async () => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    const decode: Decode = async (recorded) => {
      if (recorded.some(({ type }) => type === 'NotePinned')) throw new NewerEvent('NotePinned')
      return decodeNotes(recorded)
    }
    const older = await startProjector({ log, pool, decode })
    await passes(older, await appendNotes(log, [written(1)]))
    const newer = await startProjector({ log, pool })
    const position = await appendNotes(log, [{ type: 'NotePinned', data: { noteId: 1 } }])
    await passes(newer, position)
    expect(await onlyRows(pool, 'SELECT is_pinned FROM read.notes')).toEqual([{ is_pinned: true }])
    expect(await older.status()).toMatchObject({
      role: 'superseded',
      alarm: expect.stringContaining('The event log holds NotePinned'),
      projections: [{ stopped: null }, { stopped: null }],
    })
  })

  it('stops only the projection with a poison event, before that event', async () => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    const poison = { ...noteEvent(written(3, 'poison')), id: '00000000-0000-4000-8000-000000000001' }
    const stops: [string, Stop][] = []
    const weak = fragile((words) => words !== 'poison')
    await bringUpToDate({ log, pool, decode: decodeNotes, projections: [notes, weak] })
    await appendNotes(log, [written(1), written(2)])
    await log.append('note-poison', 'no-stream', [poison])
    const position = await appendNotes(log, [written(4), written(5)])
    const projector = await startProjector({
      log,
      pool,
      projections: [weak, notes],
      onPoison: (...stop) => stops.push(stop),
    })
    await passes(projector, position)

    expect(await onlyRows(pool, 'SELECT id FROM read.notes ORDER BY id')).toHaveLength(5)
    expect(await onlyRows(pool, 'SELECT id FROM read.fragile ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }])
    const reason = `Projection fragile failed on NoteWritten ${poison.id} at position 3: too much to bear`
    expect(stops).toEqual([['fragile', { position: '3', reason }]])
    const { projections } = await projector.status()
    expect(projections.map(({ name, position, stopped }) => ({ name, position, stopped }))).toEqual([
      { name: 'fragile', position: '2', stopped: { position: '3', reason } },
      { name: 'notes', position: '5', stopped: null },
    ])
  })

  it('stops a projection whose row the database rejects', async () => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    const projector = await startProjector({ log, pool })
    const bad = noteEvent(written(2))
    await appendNotes(log, [written(1)])
    await log.append('note-bad', 'no-stream', [{ ...bad, data: JSON.stringify({ noteId: 2, words: 'x', tags: [] }) }])
    await passes(projector, await appendNotes(log, [written(3)]))
    const { projections } = await projector.status()
    expect(projections[0]?.stopped?.reason).toBe(
      `Projection notes failed on NoteWritten ${bad.id} at position 2: the database rejected the row (SQLSTATE 23502, table notes, column author).`,
    )
    expect(projections.map(({ name, stopped }) => [name, stopped?.position])).toEqual([
      ['notes', '2'],
      ['tallies', '2'],
    ])
  })

  it('retries a stopped projection at the next start, without delaying the others', async () => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    const first = await startProjector({ log, pool, projections: [notes, fragile((words) => words !== 'poison')] })
    await passes(first, await appendNotes(log, [written(1), written(2, 'poison'), written(3)]))
    await first.close()

    const second = await startProjector({ log, pool, projections: [notes, fragile(() => true)] })
    await passes(second, await appendNotes(log, [written(4)]))
    expect(await onlyRows(pool, 'SELECT id FROM read.fragile ORDER BY id')).toHaveLength(4)
    expect((await second.status()).projections.map(({ stopped }) => stopped)).toEqual([null, null])
  })

  it('raises an alarm and writes nothing more when the log is damaged', async () => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    const decode: Decode = async (recorded) => {
      if (recorded.some(({ position }) => position === '2')) throw new LogCorrupted('Position 2 does not decrypt.')
      return decodeNotes(recorded)
    }
    const projector = await startProjector({ log, pool, decode })
    await passes(projector, await appendNotes(log, [written(1)]))
    await appendNotes(log, [written(2)])
    await vi.waitFor(() => expect(projector.role).toBe('halted'), pollTimeout)
    expect(await projector.status()).toMatchObject({ role: 'halted', alarm: 'Position 2 does not decrypt.' })
    expect(await onlyRows(pool, 'SELECT position FROM app.checkpoints')).toEqual([{ position: '1' }, { position: '1' }])
  })

  it('has one active process per database, and a standby that takes over immediately when it closes', async () => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    const first = await startProjector({ log, pool })
    await passes(first, await appendNotes(log, [...story(20)]))
    const second = await startProjector({ log, pool })
    await passes(first, await appendNotes(log, [...story(20, 21)]))
    expect([first.role, second.role, second.processed]).toEqual(['active', 'standby', 0])
    expect((await second.status()).projections.map(({ lag }) => lag.events)).toEqual([0, 0])

    await first.close()
    await passes(second, await appendNotes(log, [...story(20, 41)]))
    expect([first.role, second.role]).toEqual(['closed', 'active'])
    await expectAsRebuilt(log, pool)
  })

  it('steps back when its lease was taken, and resumes when the lease is free', async () => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    const projector = await startProjector({ log, pool })
    await passes(projector, await appendNotes(log, [written(1)]))
    await pool.query(`UPDATE app.leases SET holder = 'thief', epoch = epoch + 1, expires = 'infinity'`)
    const position = await appendNotes(log, [written(2)])
    await vi.waitFor(() => expect(projector.role).toBe('standby'), pollTimeout)
    expect(await onlyRows(pool, 'SELECT id FROM read.notes')).toEqual([{ id: 1 }])
    await pool.query(`UPDATE app.leases SET expires = '-infinity'`)
    await passes(projector, position)
    await expectAsRebuilt(log, pool)
  })

  it('handles each event once although its connections keep breaking', { tags: 'long' }, async () => {
    const { pool, url } = await createTestDatabase()
    const log = createMemoryLog()
    const projector = await startProjector({ log, pool, leaseDuration: 500 })
    const killer = new pg.Client(ownerUrlOf(url))
    await killer.connect()
    onTestFinished(() => killer.end())
    let from = 1
    for (let round = 0; round < 15; round++) {
      const before = projector.processed
      const appending = appendNotes(log, [...story(400, from)])
      from += 400
      for (let shot = 0; shot < 10; shot++) {
        await killer.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`)
      }
      await appending
      await vi.waitFor(() => expect(projector.processed).toBeGreaterThan(before), { timeout: 10_000, interval: 2 })
    }
    await passes(projector, await appendNotes(log, [written(from)]))
    await expectAsRebuilt(log, pool)
  })

  it('notices when Postgres has lost its last transactions', async () => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    const projector = await startProjector({ log, pool, projections: [notes] })
    await passes(projector, await appendNotes(log, [written(1), written(2), written(3)]))
    await pool.query(`DELETE FROM read.notes WHERE id > 1; UPDATE app.checkpoints SET position = '1'`)
    const position = await appendNotes(log, [written(4)])
    await passes(projector, position)
    expect(await onlyRows(pool, 'SELECT id FROM read.notes ORDER BY id')).toHaveLength(4)
  })

  it('gives way to a newer version of the application', async () => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    const old = await startProjector({ log, pool, projections: [notes], leaseDuration: 300 })
    await passes(old, await appendNotes(log, [written(1)]))
    const newer = await startProjector({ log, pool, projections: [{ ...notes, version: 2 }], leaseDuration: 300 })
    const position = await appendNotes(log, [written(2)])
    await vi.waitFor(() => expect([old.role, newer.role]).toEqual(['superseded', 'active']), pollTimeout)
    await passes(newer, position)
    expect(await onlyRows(pool, 'SELECT id FROM read.notes ORDER BY id')).toHaveLength(2)
  })

  it.each([
    ['at work', false],
    ['waiting', true],
  ])('gives way to a version with other tables while %s, whichever number is greater', async (_state, isWaiting) => {
    const { pool } = await createTestDatabase()
    const log = createMemoryLog()
    const [one, other] = ['integer', 'bigint'].map((type) => withDerivedVersion(withColumn(notes, type)))
    if (!one || !other) throw new Error('Two versions are needed.')
    const [greater, smaller] = one.version > other.version ? [one, other] : [other, one]
    const old = await startProjector({ log, pool, projections: [greater], leaseDuration: 300 })
    await passes(old, await appendNotes(log, [written(1)]))
    const waiting = isWaiting ? await startProjector({ log, pool, projections: [greater], leaseDuration: 300 }) : old
    if (isWaiting) await vi.waitFor(() => expect(waiting.role).toBe('standby'), pollTimeout)
    const newer = await startProjector({ log, pool, projections: [smaller], leaseDuration: 300 })
    await passes(newer, await appendNotes(log, [written(2)]))
    // Whichever of the two waits then finds the tables of the newer one.
    await newer.close()
    await vi.waitFor(() => expect([old.role, waiting.role]).toEqual(['superseded', 'superseded']), pollTimeout)
  })
})

const withColumn = (projection: typeof notes, type: string) => ({
  ...projection,
  tables: Object.fromEntries(
    Object.entries(projection.tables).map(([name, table]) => [
      name,
      name === 'notes' ? { ...table, columns: { ...table.columns, place: type } } : table,
    ]),
  ),
})

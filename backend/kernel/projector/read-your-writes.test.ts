import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/database.ts'
import {
  appendNotes,
  decodeNotes,
  fragile,
  notes,
  tallies,
  written,
} from '../../../test/support/database/projections.ts'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'
import { connect, type Database } from '../database/connect.ts'
import { createPostgresLog } from '../eventlog/postgres/postgres-log.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import type { AnyProjection } from './projection.ts'
import { createProjector } from './projector.ts'
import { createReadYourWrites } from './read-your-writes.ts'

const decode = decodeNotes

/** The parts of one process of the application: its own pool, log and projector. */
async function startProcess(url: string, projections: AnyProjection[] = [notes, tallies]) {
  const { pool, close } = connect(url)
  const log = createPostgresLog(pool)
  await bringUpToDate({ log, pool, decode, projections })
  const projector = createProjector({ log, pool, decode, projections })
  const readYourWrites = createReadYourWrites({ pool, log, projector })
  onTestFinished(async () => {
    readYourWrites.close()
    await projector.close()
    await log.close()
    await close()
  })
  return { pool, log, projector, readYourWrites }
}

/** Cleaned up before their database is dropped. */
async function processes(count: number, projections?: AnyProjection[]) {
  const { url }: Database = await createTestDatabase()
  const started = []
  for (let each = 0; each < count; each++) started.push(await startProcess(url, projections))
  const [first, second] = started
  if (!first) throw new Error('at least one process')
  first.projector.start()
  await vi.waitFor(() => expect(first.projector.role).toBe('active'), pollTimeout)
  second?.projector.start()
  return { first, second: second ?? first }
}

describe('Reading your own writes', () => {
  it('waits until the event is in the tables', async () => {
    const { first } = await processes(1)
    for (let noteId = 1; noteId <= 20; noteId++) {
      const position = await appendNotes(first.log, [written(noteId)])
      expect(await first.readYourWrites.waitFor(position)).toBe(true)
      const { rows } = await first.pool.query('SELECT id FROM read.notes WHERE id = $1', [noteId])
      expect(rows).toEqual([{ id: noteId }])
    }
  })

  it('waits for the active projector of another process, with any number of waiters', async () => {
    const { first, second } = await processes(2)
    const noteIds = Array.from({ length: 100 }, (_, index) => index + 1)
    const answers = await Promise.all(
      noteIds.map(async (noteId) => {
        const position = await appendNotes(second.log, [written(noteId)])
        return second.readYourWrites.waitFor(position, { timeoutMs: 10_000 })
      }),
    )
    expect(new Set(answers)).toEqual(new Set([true]))
    expect([first.projector.role, second.projector.role]).toEqual(['active', 'standby'])
    expect((await second.pool.query('SELECT count(*) FROM read.notes')).rows).toEqual([{ count: 100 }])
  })

  it('returns false on timeout', async () => {
    const { first } = await processes(1)
    await first.projector.close()
    const position = await appendNotes(first.log, [written(1)])
    expect(await first.readYourWrites.waitFor(position, { timeoutMs: 20 })).toBe(false)
  })

  it('does not wait for a projection that is stopped', async () => {
    const weak = fragile((words) => words !== 'poison')
    const { first, second } = await processes(2, [notes, weak])
    const poison = await appendNotes(first.log, [written(1, 'poison')])
    expect(await first.readYourWrites.waitFor(poison)).toBe(true)
    expect(await second.readYourWrites.waitFor(poison)).toBe(true)
  })
})

describe('A projection is up to date', () => {
  it('once it shows the end of the log, here and in another process', async () => {
    const { first, second } = await processes(2)
    const patient = { timeoutMs: 10_000 }
    expect(await first.readYourWrites.isUpToDate('notes', patient)).toBe(true)
    for (const process of [first, second]) {
      await appendNotes(process.log, [written(1)])
      expect(await process.readYourWrites.isUpToDate('notes', patient)).toBe(true)
      const { rows } = await process.pool.query('SELECT count(*)::integer AS count FROM read.notes')
      expect(rows).toEqual([{ count: 1 }])
    }
  })

  it('but not while it is behind, stopped, or unknown', async () => {
    const weak = fragile((words) => words !== 'poison')
    const { first, second } = await processes(2, [notes, weak])
    await appendNotes(first.log, [written(1, 'poison')])
    for (const { readYourWrites } of [first, second]) {
      expect(await readYourWrites.isUpToDate('notes', { timeoutMs: 10_000 })).toBe(true)
      expect(await readYourWrites.isUpToDate(weak.name, { timeoutMs: 20 })).toBe(false)
      expect(await readYourWrites.isUpToDate('psalms', { timeoutMs: 20 })).toBe(false)
    }
    await first.projector.close()
    await second.projector.close()
    await appendNotes(first.log, [written(2)])
    expect(await first.readYourWrites.isUpToDate('notes', { timeoutMs: 20 })).toBe(false)
  })
})

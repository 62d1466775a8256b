import { expect, it, onTestFinished, vi } from 'vitest'
import { asOwner, createTestDatabase } from '../../test/support/database/database.ts'
import { appendNotes, decodeNotes, type NoteEvent, written } from '../../test/support/database/projections.ts'
import { pollTimeout } from '../../test/support/run/timeouts.ts'
import { NewerEvent, StreamDeleted } from '../kernel/eventlog/event-log.ts'
import { createMemoryLog } from '../kernel/eventlog/memory.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { createReactorRunner, type Reactor } from './reactor.ts'

type Written = Recorded<Extract<NoteEvent, { type: 'NoteWritten' }>>

/** Records the notes that it handled. */
function witness(name: string, from: 'start' | 'now', bears: (noteId: number) => boolean = () => true) {
  const seen: number[] = []
  const NoteWritten = async ({ data }: Written) => {
    seen.push(data.noteId)
    if (!bears(data.noteId)) throw new RangeError(`note ${data.noteId} by ${data.author} is too much`)
  }
  return { name, from, on: { NoteWritten }, seen } satisfies Reactor & { seen: number[] }
}

async function base() {
  const { pool } = await createTestDatabase()
  const log = createMemoryLog()
  const backoff = { first: 5, max: 20 }
  const run = (reactors: Reactor[], newer: string[] = []) => {
    const runner = createReactorRunner({
      log,
      pool,
      backoff,
      knownTypes: { has: (type) => !newer.includes(type) },
      async decode(recorded) {
        for (const { type } of recorded) if (newer.includes(type)) throw new NewerEvent(type)
        return decodeNotes(recorded)
      },
    })
    for (const reactor of reactors) runner.add(reactor)
    onTestFinished(() => runner.close())
    runner.start()
    return runner
  }
  return { pool, log, run }
}

const positions = async (runner: ReturnType<typeof createReactorRunner>) =>
  Object.fromEntries((await runner.status()).reactors.map(({ name, position }) => [name, position]))

it('tells each reactor of every event in order, from the start or from now on', async () => {
  const { log, run } = await base()
  await appendNotes(log, [written(1), { type: 'NotePinned', data: { noteId: 1 } }, written(2)])
  const [all, newer] = [witness('all', 'start'), witness('newer', 'now')]
  const runner = run([all, newer])
  await vi.waitFor(async () => expect(await positions(runner)).toEqual({ all: '3', newer: '3' }), pollTimeout)
  await appendNotes(log, [written(3)])
  await vi.waitFor(async () => expect(await positions(runner)).toEqual({ all: '4', newer: '4' }), pollTimeout)
  expect([all.seen, newer.seen]).toEqual([[1, 2, 3], [3]])
})

it('skips events that do not concern it', async () => {
  const { log, run } = await base()
  const odd = witness('odd', 'start')
  const runner = run([{ ...odd, concerns: ({ data }: Written) => data.noteId % 2 === 1 }])
  await appendNotes(log, [written(1), written(2), written(3), written(4)])
  await expect.poll(() => positions(runner)).toEqual({ odd: '4' })
  expect(odd.seen).toEqual([1, 3])
})

it('saves its position at most once a second when there was nothing to do', async () => {
  const { pool, log } = await base()
  let clock = 0
  /** Where readers found nothing new. */
  const quiet: (string | null)[] = []
  const readNew: typeof log.readNew = async (after, limit) => {
    const events = await log.readNew(after, limit)
    if (events.length === 0) quiet.push(after)
    return events
  }
  const runner = createReactorRunner({ log: { ...log, readNew }, pool, decode: decodeNotes, now: () => clock })
  runner.add(witness('mail', 'start'))
  onTestFinished(() => runner.close())
  await appendNotes(log, [written(1), { type: 'NotePinned', data: { noteId: 1 } }])
  runner.start()
  // By the second time it has decided not to save after the first.
  await expect.poll(() => quiet.filter((position) => position === '2').length).toBeGreaterThan(1)
  expect(await positions(runner)).toEqual({ mail: '1' })
  clock += 1000
  await expect.poll(() => positions(runner)).toEqual({ mail: '2' })
})

it('continues where it was after a restart', async () => {
  const { log, run } = await base()
  const first = witness('mail', 'start')
  const runner = run([first])
  await appendNotes(log, [written(1), written(2)])
  await vi.waitFor(async () => expect(await positions(runner)).toEqual({ mail: '2' }), pollTimeout)
  await runner.close()
  await appendNotes(log, [written(3)])
  const second = witness('mail', 'start')
  run([second])
  await vi.waitFor(() => expect(second.seen).toEqual([3]), pollTimeout)
  expect(first.seen).toEqual([1, 2])
})

it('retries a failing event without skipping it or delaying other reactors, and reports it', async () => {
  const { log, run } = await base()
  let isMended = false
  const failing = witness('failing', 'start', (noteId) => noteId !== 2 || isMended)
  const runner = run([failing, witness('other', 'start')])
  await appendNotes(log, [written(1), written(2), written(3)])
  await vi.waitFor(async () => {
    expect(failing.seen.length).toBeGreaterThan(3)
    const { reactors } = await runner.status()
    expect(reactors).toMatchObject([
      {
        name: 'failing',
        position: '1',
        failing: {
          position: '2',
          reason: expect.stringMatching(/^Reactor failing failed on NoteWritten \S+ at position 2 \(RangeError\)\.$/),
        },
        lag: { events: 2 },
      },
      { name: 'other', position: '3', failing: null, lag: { events: 0 } },
    ])
  }, pollTimeout)
  isMended = true
  await vi.waitFor(async () => expect(await positions(runner)).toEqual({ failing: '3', other: '3' }), pollTimeout)
  expect(new Set(failing.seen)).toEqual(new Set([1, 2, 3]))
  expect(failing.seen.filter((noteId) => noteId !== 2)).toEqual([1, 3])
  expect((await runner.status()).reactors[0]?.failing).toBeNull()
})

it('runs in one process per database, and in the next when that one closes', async () => {
  const { log, run } = await base()
  const [here, there] = [witness('mail', 'start'), witness('mail', 'start')]
  const first = run([here])
  await vi.waitFor(async () => expect((await first.status()).role).toBe('active'), pollTimeout)
  const second = run([there])
  await appendNotes(log, [written(1)])
  await vi.waitFor(async () => expect(await positions(second)).toEqual({ mail: '1' }), pollTimeout)
  expect((await second.status()).role).toBe('standby')
  await first.close()
  await appendNotes(log, [written(2)])
  await vi.waitFor(() => expect(there.seen).toEqual([2]), pollTimeout)
  expect(here.seen).toEqual([1])
})

it('survives lost connections', async () => {
  const { pool, log, run } = await base()
  const mail = witness('mail', 'start')
  const runner = run([mail])
  for (let noteId = 1; noteId <= 20; noteId++) {
    await appendNotes(log, [written(noteId)])
    await asOwner(
      pool,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
  }
  await vi.waitFor(async () => expect(await positions(runner)).toEqual({ mail: '20' }), { timeout: 10_000 })
  expect(new Set(mail.seen)).toEqual(new Set(Array.from({ length: 20 }, (_, index) => index + 1)))
})

it('leaves the log to a newer version at an event that only that one knows', async () => {
  const { log, run } = await base()
  const older = run([witness('all', 'start')], ['NotePinned'])
  await vi.waitFor(async () => expect((await older.status()).role).toBe('active'), pollTimeout)
  const seen: string[] = []
  const pinned = async ({ type }: { type: string }) => void seen.push(type)
  const newer = run([{ name: 'all', from: 'start', on: { NotePinned: pinned } }])
  await appendNotes(log, [{ type: 'NotePinned', data: { noteId: 1 } }])
  await vi.waitFor(() => expect(seen).toEqual(['NotePinned']), pollTimeout)
  expect([(await older.status()).role, (await newer.status()).role]).toEqual(['standby', 'active'])
})

it('passes over an event whose effect needs a stream that was deleted for good', async () => {
  const { log, run } = await base()
  const failing = witness('failing', 'start')
  const react = async (event: Recorded) => {
    if (event.type === 'NotePinned') throw new StreamDeleted('note-1')
    failing.seen.push(0)
  }
  const runner = run([{ name: 'failing', from: 'start', on: { NotePinned: react, NoteWritten: react } }])
  await appendNotes(log, [{ type: 'NotePinned', data: { noteId: 1 } }, written(2)])
  await expect.poll(() => positions(runner)).toEqual({ failing: '2' })
  expect(failing.seen).toEqual([0])
})

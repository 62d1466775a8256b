import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/database.ts'
import { noteStream, notes, personalFields } from '../../../test/support/log/notes.ts'
import { context } from '../../../test/support/log/recorded.ts'
import { createCodec } from './codec.ts'
import type { Decider, Fact } from './decider.ts'
import { createMemorySubjectKeys } from './encryption/subject-keys-memory.ts'
import { type EventLog, RevisionConflict } from './event-log.ts'
import { createHandle, IdempotencyMismatch, NumberTaken } from './handle.ts'
import { createMemoryLog } from './memory.ts'
import { createPostgresLog } from './postgres/postgres-log.ts'

const logs: Record<string, () => Promise<EventLog>> = {
  memory: async () => createMemoryLog(),
  PostgreSQL: async () => createPostgresLog((await createTestDatabase()).pool),
}

async function start(open: () => Promise<EventLog>) {
  const log = await open()
  const keys = createMemorySubjectKeys()
  const codec = createCodec({ keys, personalFields, upcasters: {} })
  const subject = await keys.anonymous()
  const words = { subject, author: 'Ruth', email: null, words: 'For rain.' }
  const write = (noteId: number) => ({ type: 'WriteNote', data: { noteId, ...words } }) as const
  return { log, codec, keys, handle: createHandle({ log, codec }), write }
}
const pin = (noteId: number) => ({ type: 'PinNote', data: { noteId } }) as const
const tear = (noteId: number) => ({ type: 'TearNote', data: { noteId } }) as const

const keyOf = (n: number) => `0195d000-0000-7000-8000-${String(n).padStart(12, '0')}`
const admin = { actor: { kind: 'admin', id: 9 }, ip: '192.0.2.1' } as const

type Count = { type: 'Count'; data: { by: number } }
type Counted = { type: 'Counted'; data: { nth: number } }
/** Appends `by` events that continue from the previous ones. */
const counting: Decider<number, Count, Counted> = {
  initialState: 0,
  decide: ({ data }, count) =>
    Array.from({ length: data.by }, (_, n) => ({ type: 'Counted', data: { nth: count + n + 1 } })),
  evolve: (count) => count + 1,
}

describe.each(Object.entries(logs))('a command on the log in %s', (_name, open) => {
  it('appends what was decided and returns it decrypted, with its position', async () => {
    const { handle, write, log } = await start(open)
    const handled = await handle(notes, noteStream(1), write(1), context(keyOf(1)), { isNew: true })
    expect(handled).toMatchObject({ isReplay: false, position: await log.head() })
    expect(handled.events).toMatchObject([
      { type: 'NoteWritten', data: write(1).data, stream: 'note-1', revision: 0, position: handled.position },
    ])
  })

  it('asks for another number when the one of its new stream is in use, and not when it is repeated', async () => {
    const { handle, write, log } = await start(open)
    const first = await handle(notes, noteStream(1), write(1), context(keyOf(1)), { isNumbered: true })
    await expect(
      handle(notes, noteStream(1), write(1), context(keyOf(2)), { isNumbered: true }),
    ).rejects.toBeInstanceOf(NumberTaken)
    expect(await handle(notes, noteStream(1), write(1), context(keyOf(1)), { isNumbered: true })).toMatchObject({
      isReplay: true,
      position: first.position,
    })
    expect(await log.readStream(noteStream(1))).toHaveLength(1)
  })

  it('can be rejected for its history, but not when it is a replay', async () => {
    const { handle, write } = await start(open)
    await handle(notes, noteStream(1), write(1), context(keyOf(1)), { isNew: true })
    const seen: string[][] = []
    const check = (history: readonly { type: string }[]) => {
      seen.push(history.map(({ type }) => type))
      if (history.length > 1) throw new Error('The history has changed.')
    }
    await handle(notes, noteStream(1), pin(1), context(keyOf(2)), { check })
    await expect(handle(notes, noteStream(1), tear(1), context(keyOf(3)), { check })).rejects.toThrow(
      'The history has changed.',
    )
    expect(await handle(notes, noteStream(1), pin(1), context(keyOf(2)), { check })).toMatchObject({
      isReplay: true,
    })
    expect(seen).toEqual([['NoteWritten'], ['NoteWritten', 'NotePinned']])
  })

  it('is decided from the events in the stream', async () => {
    const { handle, write } = await start(open)
    await expect(handle(notes, noteStream(1), pin(1), context(keyOf(1)))).rejects.toMatchObject({
      code: 'not_found',
    })
    await handle(notes, noteStream(1), write(1), context(keyOf(2)), { isNew: true })
    const { events } = await handle(notes, noteStream(1), pin(1), context(keyOf(3)))
    expect(events).toMatchObject([{ type: 'NotePinned', revision: 1 }])
  })

  it('appends nothing when nothing is left to do', async () => {
    const { handle, write, log } = await start(open)
    await handle(notes, noteStream(1), write(1), context(keyOf(1)))
    await handle(notes, noteStream(1), pin(1), context(keyOf(2)))
    const head = await log.head()
    expect(await handle(notes, noteStream(1), pin(1), context(keyOf(3)))).toEqual({
      events: [],
      position: null,
      isReplay: false,
    })
    expect(await log.head()).toBe(head)
  })

  it('repeats the first answer for a new entity, even with another id', async () => {
    const { handle, write, log } = await start(open)
    const first = await handle(notes, noteStream(1), write(1), context(keyOf(1)), { isNew: true })
    const again = await handle(notes, noteStream(2), write(2), context(keyOf(1)), { isNew: true })
    expect(again).toEqual({ ...first, isReplay: true })
    expect(await log.readStream(noteStream(2))).toEqual([])
  })

  it('repeats the first answer, even when nothing is left to do', async () => {
    const { handle, write } = await start(open)
    await handle(notes, noteStream(1), write(1), context(keyOf(1)))
    const first = await handle(notes, noteStream(1), pin(1), context(keyOf(2)))
    expect(await handle(notes, noteStream(1), pin(1), context(keyOf(2)))).toEqual({ ...first, isReplay: true })
  })

  it('repeats the first answer, even when it would now be rejected', async () => {
    const { handle, write } = await start(open)
    const first = await handle(notes, noteStream(1), write(1), context(keyOf(1)))
    await handle(notes, noteStream(1), tear(1), context(keyOf(2)))
    expect(await handle(notes, noteStream(1), write(1), context(keyOf(1)))).toEqual({ ...first, isReplay: true })
  })

  it('takes effect once when it is sent twice at the same time', async () => {
    const { handle, write, log } = await start(open)
    await handle(notes, noteStream(1), write(1), context(keyOf(1)))
    const ask = () => handle(notes, noteStream(1), pin(1), context(keyOf(2)))
    const both = await Promise.all([ask(), ask()])
    expect(both.map(({ events }) => events)).toEqual([both[0]?.events, both[0]?.events])
    expect(await log.readStream(noteStream(1))).toHaveLength(2)
  })

  it('is rejected when its key was used for another request', async () => {
    const { handle, write } = await start(open)
    const isNew = true
    await handle(notes, noteStream(1), write(1), context(keyOf(1), { fingerprint: 'aa' }), { isNew })
    const other = context(keyOf(1), { fingerprint: 'bb' })
    await expect(handle(notes, noteStream(2), write(2), other, { isNew })).rejects.toBeInstanceOf(IdempotencyMismatch)
    await expect(handle(notes, noteStream(1), write(1), other)).rejects.toBeInstanceOf(IdempotencyMismatch)
  })

  it('is decided again when another writer was first', async () => {
    const { handle, log } = await start(open)
    const ask = (n: number) =>
      handle(counting, 'count-1', { type: 'Count', data: { by: 1 } }, context(keyOf(n)), { isNew: true })
    await Promise.all([1, 2, 3, 4].map(ask))
    const events = await log.readStream('count-1')
    expect(events.map(({ data }) => JSON.parse(data))).toEqual([1, 2, 3, 4].map((nth) => ({ nth })))
  })

  it('with several events returns the position of each, also when repeated', async () => {
    const { handle, log } = await start(open)
    const ask = (n: number) => handle(counting, 'count-1', { type: 'Count', data: { by: 3 } }, context(keyOf(n)))
    await ask(1)
    const { events, position } = await ask(2)
    const recorded = await log.readStream('count-1')
    expect(events.map(({ revision }) => revision)).toEqual([3, 4, 5])
    expect(events.map((event) => event.position)).toEqual(recorded.slice(3).map((event) => event.position))
    expect(position).toBe(await log.head())
    await ask(3)
    expect(await ask(2)).toEqual({ events, position, isReplay: true })
  })
})

describe('event metadata', () => {
  async function metadataOf(more: Parameters<typeof context>[1]): Promise<unknown> {
    const { handle, write, log } = await start(async () => createMemoryLog())
    await handle(notes, noteStream(1), write(1), context(keyOf(1), more))
    const [event] = await log.readStream(noteStream(1))
    return JSON.parse(event?.metadata ?? '')
  }
  const always = {
    at: '2026-03-01T12:00:00.000Z',
    requestId: 'request-1',
    correlationId: 'correlation-1',
    command: 'WriteNote',
    schemaVersion: 1,
  }

  it('records the actor, the time, the command and the request', async () => {
    expect(await metadataOf({})).toEqual({ ...always, actor: { kind: 'visitor' } })
    const caused = { causationId: 'event-1', fingerprint: 'aa' }
    expect(await metadataOf({ ...caused, actor: { kind: 'system' } })).toEqual({
      ...always,
      ...caused,
      actor: { kind: 'system' },
    })
  })

  it('records the rights that staff used, and none for what others do', async () => {
    const rights = ['export', 'people']
    expect(await metadataOf({ ...admin, rights })).toEqual({ ...always, actor: admin.actor, rights })
    for (const actor of [{ kind: 'system' }, { kind: 'user', id: 1 }] as const)
      expect(await metadataOf({ actor, rights })).not.toHaveProperty('rights')
  })

  it('never includes an IP address; that of an admin is kept outside the log', async () => {
    const user = { actor: { kind: 'user', id: 1 }, ip: '192.0.2.3' } as const
    for (const caller of [admin, user, { ip: '192.0.2.2' }]) expect(await metadataOf(caller)).not.toHaveProperty('ip')

    const { log, codec, write } = await start(async () => createMemoryLog())
    const remembered: object[] = []
    const handle = createHandle({ log, codec, rememberAddress: async (address) => void remembered.push(address) })
    await handle(notes, noteStream(1), write(1), context(keyOf(1), user))
    await handle(notes, noteStream(1), pin(1), context(keyOf(2), admin))
    // A command with nothing to do, and a replay.
    await handle(notes, noteStream(1), pin(1), context(keyOf(3), admin))
    await handle(notes, noteStream(1), pin(1), context(keyOf(2), admin))
    expect(remembered).toEqual([{ userId: 9, requestId: 'request-1', ip: '192.0.2.1' }])
  })
})

it('gives up with a conflict after losing the race eight times', async () => {
  const log = createMemoryLog()
  let lost = 0
  const contested: EventLog = {
    ...log,
    append: async (stream) => {
      lost++
      throw new RevisionConflict(stream)
    },
  }
  const { handle, write } = await start(async () => contested)
  await expect(handle(notes, noteStream(1), write(1), context(keyOf(1)))).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(lost).toBe(8)
})

it('gives the events of two commands with one key different ids', async () => {
  const { handle, write, log } = await start(async () => createMemoryLog())
  await handle(notes, noteStream(1), write(1), context(keyOf(1)))
  await handle(notes, noteStream(1), pin(1), context(keyOf(1)))
  const ids = (await log.readStream(noteStream(1))).map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

it('rethrows what the decider throws, and appends nothing', async () => {
  const { handle, log } = await start(async () => createMemoryLog())
  const broken: Decider<null, Fact, Fact> = {
    initialState: null,
    decide() {
      throw new RangeError('broken rule')
    },
    evolve: () => null,
  }
  await expect(handle(broken, 'stream', { type: 'Any', data: {} }, context(keyOf(1)))).rejects.toThrow('broken rule')
  expect(await log.head()).toBeNull()
})

import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { personalFields as ofNotes } from '../../../test/support/log/notes.ts'
import { asRecorded, metadata } from '../../../test/support/log/recorded.ts'
import { createCodec } from './codec.ts'
import { DomainError } from './decider.ts'
import { createMemorySubjectKeys } from './encryption/subject-keys-memory.ts'
import { LogCorrupted, type RecordedEvent } from './event-log.ts'
import type { PersonalFieldTable } from './personal-fields.ts'

const id = '00000000-0000-8000-8000-000000000001'
const otherId = '00000000-0000-8000-8000-000000000002'

const personalFields = { ...ofNotes, LetterWritten: ofNotes.NoteWritten }

async function noteBy(subject: string) {
  const words = { author: 'Ruth', email: 'ruth@example.org', words: 'For rain \0 \ud800 ☂' }
  return { type: 'NoteWritten', data: { noteId: 1, subject, ...words } }
}

async function recordedNote() {
  const keys = createMemorySubjectKeys()
  const codec = createCodec({ keys, personalFields, upcasters: {} })
  const subject = await keys.forEmail('ruth@example.org')
  const note = await noteBy(subject)
  const recorded = asRecorded(await codec.encode([note], metadata, [id]))
  return { keys, codec, subject, note, recorded }
}

const change = (recorded: RecordedEvent[], changed: Partial<RecordedEvent>) =>
  recorded.map((event) => ({ ...event, ...changed }))

describe('an event with personal fields', () => {
  it('is read back exactly as it was decided', async () => {
    const { codec, note, recorded } = await recordedNote()
    expect(await codec.decode(recorded)).toEqual([
      { ...note, id, stream: 'prayer-1', revision: 0, position: '1', metadata },
    ])
  })

  it('stores nothing personal in plain text', async () => {
    const { recorded, subject } = await recordedNote()
    const stored: unknown = JSON.parse(recorded[0]?.data ?? '')
    expect(stored).toEqual({
      noteId: 1,
      subject,
      personal: expect.stringMatching(/^v1\.[\w-]{16}\.[\w-]+$/),
    })
  })

  it('never has the same ciphertext twice', async () => {
    const { codec, note, recorded } = await recordedNote()
    const [again] = await codec.encode([note], metadata, [id])
    expect(again?.data).not.toBe(recorded[0]?.data)
  })

  it('has redacted values once the person is erased', async () => {
    const { keys, codec, subject, recorded } = await recordedNote()
    await keys.forget(subject)
    const [event] = await codec.decode(recorded)
    expect(event?.data).toEqual({ noteId: 1, subject, ...personalFields.NoteWritten })
  })

  it('cannot be written for a person who was erased', async () => {
    const { keys, codec, subject, note } = await recordedNote()
    await keys.forget(subject)
    await expect(codec.encode([note], metadata, [id])).rejects.toMatchObject({ code: 'conflict' })
    await expect(codec.encode([note], metadata, [id])).rejects.toBeInstanceOf(DomainError)
  })

  it('has redacted values while the key is damaged, names the subject, and rejects new events for it', async () => {
    const { subject, note, recorded } = await recordedNote()
    const told: string[] = []
    const keys = createMemorySubjectKeys({ known: [[subject, 'damaged']] })
    const onUnreadable = (one: string) => told.push(one)
    const codec = createCodec({ keys, personalFields, upcasters: {}, onUnreadable })
    const [event] = await codec.decode(recorded)
    expect(event?.data).toEqual({ noteId: 1, subject, ...personalFields.NoteWritten })
    expect(told).toEqual([subject])
    await expect(codec.encode([note], metadata, [otherId])).rejects.toMatchObject({ code: 'conflict' })
  })

  it.each([
    ['its ciphertext was changed', (data: string) => data.replace(/.{4}"}$/, 'AAAA"}')],
    ['its ciphertext was truncated', (data: string) => data.replace(/v1\.[^"]*/, 'v1.AAAA')],
    ['its ciphertext was removed', (data: string) => data.replace(/,"personal":"[^"]*"/, '')],
  ])('raises an alarm that names the position when %s', async (_what, damage) => {
    const { codec, recorded } = await recordedNote()
    const damaged = change(recorded, { data: damage(recorded[0]?.data ?? ''), position: '4711' })
    await expect(codec.decode(damaged)).rejects.toThrow(/position 4711/)
    await expect(codec.decode(damaged)).rejects.toBeInstanceOf(LogCorrupted)
  })

  it.each([
    ['its data is no JSON', { data: 'total 1' }, 'Its data is not a JSON object.'],
    ['its data is a list', { data: '[1]' }, 'Its data is not a JSON object.'],
    ['its metadata is missing', { metadata: '' }, 'Its metadata is not ours.'],
    ['its metadata is of another program', { metadata: '{"trace":1}' }, 'Its metadata is not ours.'],
  ])('is set aside when %s, and the other events are read', async (_what, content, reason) => {
    const { recorded, keys } = await recordedNote()
    const [own] = recorded
    if (!own) throw new Error('There is no event.')
    const told: string[] = []
    const codec = createCodec({ keys, personalFields, upcasters: {}, onSetAside: ({ data }) => told.push(data.reason) })
    const foreign = { ...own, ...content, id: 'foreign', type: 'Order\0Placed', revision: 1, position: '5' }
    const events = await codec.decode([foreign, { ...own, position: '6' }])
    expect(events).toMatchObject([
      {
        type: 'EventSetAside',
        position: '5',
        revision: 1,
        data: { stream: own.stream, type: 'Order\ufffdPlaced', reason },
      },
      { type: 'NoteWritten', position: '6' },
    ])
    expect(told).toEqual([reason])
  })

  it.each([
    ['event', { id: otherId }],
    ['type', { type: 'LetterWritten' }],
  ])('does not decrypt with another %s', async (_what, moved) => {
    const { codec, recorded } = await recordedNote()
    await expect(codec.decode(change(recorded, moved))).rejects.toThrow(/do not decrypt/)
  })

  it('does not decrypt as another person’s event, even under the same key', async () => {
    const { codec, subject, recorded } = await recordedNote()
    const key = randomBytes(32)
    const other = '6f1e2c34-0000-4000-8000-000000000001'
    const shared = createCodec({
      keys: createMemorySubjectKeys({ known: [subject, other].map((name) => [name, key]) }),
      personalFields,
      upcasters: {},
    })
    const [event] = await codec.decode(recorded)
    const mine = asRecorded(await shared.encode(event === undefined ? [] : [event], metadata, [id]))
    const theirs = change(mine, { data: mine[0]?.data.replace(subject, other) })
    await expect(shared.decode(mine)).resolves.toHaveLength(1)
    await expect(shared.decode(theirs)).rejects.toThrow(/do not decrypt/)
  })

  it.each([
    ['some of them', { VisitorSeen: { words: '', place: null } }],
    ['all of them, with nothing encrypted', { VisitorSeen: { place: null } }],
  ])('is read from clear text, and redacted once erased, where an earlier version left out %s', async (_what, now) => {
    const { keys } = await recordedNote()
    const subject = await keys.anonymous()
    const before: PersonalFieldTable = 'words' in now.VisitorSeen ? { VisitorSeen: { words: '' } } : {}
    const earlier = createCodec({ keys, personalFields: before, upcasters: {} })
    const codec = createCodec({ keys, personalFields: now, upcasters: {} })
    const data = { subject, words: 'Drives.', place: 'Muncie' }
    const recorded = asRecorded(await earlier.encode([{ type: 'VisitorSeen', data }], metadata, [id]))
    expect((await codec.decode(recorded))[0]?.data).toEqual(data)
    await keys.forget(subject)
    expect((await codec.decode(recorded))[0]?.data).toEqual({ ...data, ...now.VisitorSeen })
  })

  it('raises an alarm when the key is missing although the person was never erased', async () => {
    const { recorded } = await recordedNote()
    const elsewhere = createCodec({ keys: createMemorySubjectKeys(), personalFields, upcasters: {} })
    await expect(elsewhere.decode(recorded)).rejects.toThrow(/position 1 .*never erased/)
  })
})

describe('versions', () => {
  const upcasters = { NotePinned: { 1: (data: object) => ({ ...data, by: 'unknown' }) } }
  const codec = createCodec({ keys: createMemorySubjectKeys(), personalFields, upcasters })
  const stored = (schemaVersion: number) =>
    asRecorded([
      { id, type: 'NotePinned', data: '{"noteId":1}', metadata: JSON.stringify({ ...metadata, schemaVersion }) },
    ])

  it('are written as the current version', async () => {
    const [event] = await codec.encode([{ type: 'NotePinned', data: {} }], metadata, [id])
    expect(JSON.parse(event?.metadata ?? '')).toMatchObject({ schemaVersion: 2 })
  })

  it('are upcast when read, and keep the version in which they were written', async () => {
    expect(await codec.decode(stored(1))).toMatchObject([
      { data: { noteId: 1, by: 'unknown' }, metadata: { schemaVersion: 1 } },
    ])
    expect(await codec.decode(stored(2))).toMatchObject([{ data: { noteId: 1 } }])
  })

  it('from a newer release are rejected', async () => {
    await expect(codec.decode(stored(3))).rejects.toThrow(
      'The event log holds NotePinned in version 3 at position 1, which this release does not know',
    )
  })
})

describe('a field that may be null', () => {
  const nullable = new Map([['NoteSeen', ['phone', 'place']]])

  it('is null in an event that is older than the field', async () => {
    const codec = createCodec({ keys: createMemorySubjectKeys(), personalFields: {}, upcasters: {}, nullable })
    const data = { noteId: 1, phone: '765' }
    const [event] = await codec.decode(asRecorded(await codec.encode([{ type: 'NoteSeen', data }], metadata, [id])))
    expect(event?.data).toEqual({ ...data, place: null })
  })

  it('may be missing from an event in clear whose other fields became personal', async () => {
    const { keys } = await recordedNote()
    const subject = await keys.anonymous()
    const earlier = createCodec({ keys, personalFields: {}, upcasters: {} })
    const now = { NoteSeen: { words: '', place: null } }
    const codec = createCodec({ keys, personalFields: now, upcasters: {}, nullable })
    const data = { subject, words: 'Call Ruth.' }
    const recorded = asRecorded(await earlier.encode([{ type: 'NoteSeen', data }], metadata, [id]))
    expect((await codec.decode(recorded))[0]?.data).toEqual({ ...data, phone: null, place: null })
  })
})

it('leave events of unknown types unchanged', async () => {
  const codec = createCodec({ keys: createMemorySubjectKeys(), personalFields, upcasters: {} })
  const [event] = await codec.decode(
    asRecorded([{ id, type: 'FromTheFuture', data: '{"personal":"v1.x"}', metadata: JSON.stringify(metadata) }]),
  )
  expect(event).toMatchObject({ type: 'FromTheFuture', data: { personal: 'v1.x' } })
})

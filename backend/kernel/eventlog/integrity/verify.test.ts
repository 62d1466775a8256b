import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { asOwner } from '../../../../test/support/database/database.ts'
import { noteStream, notes, personalFields } from '../../../../test/support/log/notes.ts'
import { context, fill, plainEvent } from '../../../../test/support/log/recorded.ts'
import { newKeys, newSigner, sealedLog, type Tampering } from '../../../../test/support/log/sealed-log.ts'
import { createCodec } from '../codec.ts'
import { createMemorySubjectKeys } from '../encryption/subject-keys-memory.ts'
import type { RecordedEvent } from '../event-log.ts'
import { createHandle } from '../handle.ts'
import { createSeal, type Seal } from './seal.ts'
import { readSealFile, sealFile } from './seal-file.ts'
import { sealToJson } from './seal-text.ts'
import type { Damage } from './verify.ts'

const at = (position: number, changed: Partial<RecordedEvent>) => (events: RecordedEvent[]) =>
  events.map((event) => (event.position === String(position) ? { ...event, ...changed } : event))
const renumbered = (events: RecordedEvent[]) =>
  events.map((event, index) => ({ ...event, position: String(index + 1) }))
const forged: RecordedEvent = { ...plainEvent(99), stream: 'prayer-99', revision: 0, position: '5' }
const insertForged = (position: number) =>
  `INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
   VALUES (${position}, '${forged.stream}', 0, '${forged.id}', '${forged.type}', '${forged.data}', '${forged.metadata}')`

const seal = 2
const tamperings: [string, Tampering, Damage][] = [
  [
    'altered data',
    { sql: [`UPDATE eventlog.events SET data = '{"prayerId":6}' WHERE position = 5`], change: at(5, { data: '{}' }) },
    { kind: 'altered', position: '5', seal },
  ],
  [
    'altered metadata',
    {
      sql: [`UPDATE eventlog.events SET metadata = replace(metadata, '2026', '2025') WHERE position = 5`],
      change: at(5, { metadata: '{}' }),
    },
    { kind: 'altered', position: '5', seal },
  ],
  [
    'an altered type',
    {
      sql: [`UPDATE eventlog.events SET type = 'PrayerDeleted' WHERE position = 5`],
      change: at(5, { type: 'PrayerDeleted' }),
    },
    { kind: 'altered', position: '5', seal },
  ],
  [
    'an event moved to another stream',
    {
      sql: [`UPDATE eventlog.events SET stream = 'prayer-77' WHERE position = 5`],
      change: at(5, { stream: 'prayer-77' }),
    },
    { kind: 'altered', position: '5', seal },
  ],
  [
    'a dropped event',
    {
      sql: ['DELETE FROM eventlog.events WHERE position = 5'],
      change: (events) => events.filter(({ position }) => position !== '5'),
    },
    { kind: 'dropped', position: '5', seal },
  ],
  [
    'a dropped event whose gap was closed',
    {
      sql: [
        'DELETE FROM eventlog.events WHERE position = 5',
        'UPDATE eventlog.events SET position = -position WHERE position > 5',
        'UPDATE eventlog.events SET position = -position - 1 WHERE position < 0',
      ],
      change: (events) => renumbered(events.filter(({ position }) => position !== '5')),
    },
    { kind: 'dropped', position: '5', seal },
  ],
  [
    'an inserted event',
    {
      sql: [
        'UPDATE eventlog.events SET position = -position WHERE position >= 5',
        'UPDATE eventlog.events SET position = 1 - position WHERE position < 0',
        insertForged(5),
      ],
      change: (events) => renumbered(events.toSpliced(4, 0, forged)),
    },
    { kind: 'inserted', position: '5', seal },
  ],
  [
    'two swapped events',
    {
      sql: [
        'UPDATE eventlog.events SET position = -position WHERE position IN (4, 6)',
        'UPDATE eventlog.events SET position = 10 + position WHERE position < 0',
      ],
      change: (events) => renumbered([0, 1, 2, 5, 4, 3, 6, 7].flatMap((index) => events[index] ?? [])),
    },
    { kind: 'altered', position: '4', seal, swappedWith: '6' },
  ],
  [
    'a truncated log',
    {
      sql: ['DELETE FROM eventlog.events WHERE position >= 6', 'UPDATE eventlog.head SET position = 5'],
      change: (events) => events.slice(0, 5),
    },
    { kind: 'truncated', position: '6', seal },
  ],
  [
    'a truncated log that grew again',
    {
      sql: ['DELETE FROM eventlog.events WHERE position >= 5', insertForged(5)],
      change: (events) => [...events.slice(0, 4), forged],
    },
    { kind: 'altered', position: '5', seal },
  ],
  [
    'an emptied log',
    { sql: ['DELETE FROM eventlog.events'], change: () => [] },
    { kind: 'truncated', position: '1', seal: 1 },
  ],
]

describe.each(['memory', 'PostgreSQL'] as const)('verifying the log in %s', (store) => {
  it('finds it intact, and counts the events that are not sealed yet', async () => {
    const { log, verify } = await sealedLog(store)
    await fill(log, 2, 9)
    expect(await verify()).toEqual({ seals: 3, events: 8, unsealed: 2, notInFile: 0, damage: null })
  })

  it.each(tamperings)('names %s', async (_what, tampering, damage) => {
    const { tamper, verify } = await sealedLog(store)
    await tamper(tampering)
    expect((await verify()).damage).toEqual(damage)
  })
})

it('rejects seals signed by another key', async () => {
  const { verify } = await sealedLog('memory')
  const { damage } = await verify(newKeys().publicKey)
  expect(damage).toMatchObject({ kind: 'seal', seal: 1, reason: expect.stringContaining('not signed by this key') })
})

it('rejects a whole new chain over a changed log made without the key', async () => {
  const { tamper, verify, log, pool, folder } = await sealedLog('PostgreSQL')
  await tamper({ sql: [`UPDATE eventlog.events SET data = '{}' WHERE position = 5`], change: (events) => events })
  await asOwner(pool, 'DELETE FROM eventlog.seals')
  const chain = await createSeal(null, await log.readAll(null, 8), '2026-03-01T12:00:00.000Z', newSigner())
  await writeFile(sealFile(folder), `${sealToJson(chain)}\n`)
  expect((await verify()).damage).toMatchObject({ kind: 'seal', seal: 1 })
})

it('still names the event when its seal in the table was changed too', async () => {
  const { tamper, verify } = await sealedLog('PostgreSQL')
  await tamper({
    sql: [
      `UPDATE eventlog.events SET data = '{}' WHERE position = 5`,
      `UPDATE eventlog.seals SET digests = overlay(digests placing '\\x00' from 40) WHERE seq = 2`,
    ],
    change: (events) => events,
  })
  expect((await verify()).damage).toEqual({ kind: 'altered', position: '5', seal: 2 })
})

it('detects from the file that the log and the seal table were truncated together', async () => {
  const { tamper, verify } = await sealedLog('PostgreSQL')
  await tamper({
    sql: [
      'DELETE FROM eventlog.events WHERE position >= 7',
      'UPDATE eventlog.head SET position = 6',
      'DELETE FROM eventlog.seals WHERE seq = 3',
    ],
    change: (events) => events,
  })
  expect((await verify()).damage).toEqual({ kind: 'truncated', position: '7', seal: 3 })
})

describe('verifying the seals', () => {
  const first = (seals: Seal[]) => seals.map(sealToJson).slice(0, 1)
  const writeLines = (path: string, lines: string[]) => writeFile(path, lines.map((line) => `${line}\n`).join(''))
  const readAll = async (path: string) => Array.fromAsync(readSealFile(path))

  it.each([
    ['dropped from the middle of the table', 'DELETE FROM eventlog.seals WHERE seq = 2', 'not in the table'],
    ['dropped from the end of the table', 'DELETE FROM eventlog.seals WHERE seq >= 2', 'not in the table'],
    ['altered in the table', `UPDATE eventlog.seals SET hash = '\\x00' WHERE seq = 2`, 'changed in the table'],
  ])('names one %s', async (_what, sql, reason) => {
    const { pool, verify } = await sealedLog('memory')
    await asOwner(pool, sql)
    expect((await verify()).damage).toMatchObject({ kind: 'seal', seal: 2, reason: expect.stringContaining(reason) })
  })

  it('names one altered in the file', async () => {
    const { folder, verify } = await sealedLog('memory')
    const lines = (await readFile(sealFile(folder), 'utf8')).split('\n')
    await writeFile(sealFile(folder), lines.with(1, '{}').join('\n'))
    expect((await verify()).damage).toMatchObject({ kind: 'seal', seal: 2, reason: 'it was changed in the file' })
  })

  it('names one dropped from the middle of the file', async () => {
    const { folder, verify } = await sealedLog('memory')
    const [a, , c] = (await readAll(sealFile(folder))).map(sealToJson)
    await writeLines(sealFile(folder), [a ?? '', c ?? ''])
    expect((await verify()).damage).toMatchObject({ kind: 'seal', seal: 3 })
  })

  it('only mentions that the file is behind, as after a crash', async () => {
    const { folder, verify } = await sealedLog('memory')
    await writeLines(sealFile(folder), first(await readAll(sealFile(folder))))
    expect(await verify()).toMatchObject({ seals: 3, notInFile: 2, damage: null })
  })

  it('accepts a line that two processes both wrote', async () => {
    const { folder, verify } = await sealedLog('memory')
    const [a, ...others] = (await readAll(sealFile(folder))).map(sealToJson)
    await writeLines(sealFile(folder), [a ?? '', a ?? '', ...others])
    expect((await verify()).damage).toBeNull()
  })
})

it('detects a gap among events that are not sealed yet', async () => {
  const { log, pool, verify } = await sealedLog('PostgreSQL')
  await fill(log, 3, 9)
  await asOwner(pool, 'DELETE FROM eventlog.events WHERE position = 10')
  expect(await verify()).toMatchObject({ events: 8, unsealed: 1, damage: { kind: 'gap' } })
})

it('finds the log intact after an erasure, because seals cover the ciphertext', async () => {
  const { log, sealer, verify } = await sealedLog('PostgreSQL')
  const keys = createMemorySubjectKeys()
  const codec = createCodec({ keys, personalFields, upcasters: {} })
  const subject = await keys.forEmail('ruth@example.org')
  const words = { author: 'Ruth', email: 'ruth@example.org', words: 'For rain.' }
  const write = { type: 'WriteNote', data: { noteId: 9, subject, ...words } } as const
  await createHandle({ log, codec })(notes, noteStream(9), write, context('command-9'))
  await sealer.runOnce()
  await keys.forget(subject)
  const [event] = await codec.decode(await log.readStream(noteStream(9)))
  expect(event?.data).toMatchObject({ author: 'Erased' })
  expect(await verify()).toMatchObject({ events: 9, unsealed: 0, damage: null })
})

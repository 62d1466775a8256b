import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { tablesOfSite } from '../../backend/composition/backup-source.ts'
import { problemWith } from '../../backend/event-schemas/index.ts'
import { upcasters } from '../../backend/event-schemas/upcasters.ts'
import { writeArchive } from '../../backend/kernel/backup/archive.ts'
import { takeBackup } from '../../backend/kernel/backup/take-backup.ts'
import { createCodec } from '../../backend/kernel/eventlog/codec.ts'
import type { PersonalFieldTable } from '../../backend/kernel/eventlog/personal-fields.ts'
import { personalFields } from '../../backend/topics/index.ts'
import { asOfHeader } from '../../records/http/as-of-header.ts'
import { createAccountApp } from '../support/app/account.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { filesWith, tablesWith } from '../support/app/canaries.ts'
import { importDonationsBy } from '../support/app/imported-file.ts'
import { byAdmin } from '../support/app/varied-log.ts'
import { variedEvents } from '../support/log/widest-event.ts'

const admin = { as: 'admin' } as const
const redactions: PersonalFieldTable = personalFields

const personal = Object.entries(redactions).flatMap(([type, fields]) =>
  Object.keys(fields).map((field) => `${type}.${field}`),
)
/** Of each field its own, and short enough for all. */
const wordOf = (type: string, field: string) => `canary-${personal.indexOf(`${type}.${field}`)}-`

function planted(type: string, field: string, value: unknown): unknown {
  if (field === 'email') return `${wordOf(type, field)}@example.org`
  if (field === 'furtherColumns')
    return [{ heading: wordOf(type, field), text: wordOf(type, field), from: '2026-03-01' }]
  return Array.isArray(value) ? [wordOf(type, field)] : wordOf(type, field)
}

/** An event of every type about the person, with a word of its own in every personal field. */
const eventsAbout = (subject: string, id: number) =>
  variedEvents({ subject, id, turn: 0 }).flatMap(({ type, data }) => {
    const fields = redactions[type]
    if (fields === undefined) return []
    const words = Object.entries(data).map(([field, value]) => [
      field,
      field in fields ? planted(type, field, value) : value,
    ])
    return [{ type, data: Object.fromEntries(words) }]
  })

/** Words that releases up to 0.4.0 kept in clear. */
const inClear: { [type: string]: readonly string[] } = {
  VolunteerApplied: ['availability', 'interests'],
  VolunteerCorrected: ['availability'],
  VolunteerImported: ['availability', 'interests'],
  ContentScreened: ['reason'],
}
const before: PersonalFieldTable = Object.fromEntries(
  Object.entries(redactions).flatMap(([type, fields]) => {
    const left = Object.entries(fields).filter(([field]) => !inClear[type]?.includes(field))
    return left.length === 0 ? [] : [[type, Object.fromEntries(left)]]
  }),
)

async function append({ core }: TestApp, facts: { type: string; data: object }[], fields: PersonalFieldTable) {
  const codec = createCodec({ keys: core.subjects, personalFields: fields, upcasters, problemWith })
  for (const fact of facts) {
    const encoded = await codec.encode([fact], byAdmin(fact.type, '2026-03-01T12:00:00.000Z'), [randomUUID()])
    await core.log.append(`campaign-${randomUUID()}`, 'no-stream', encoded)
  }
}

it('an erasure leaves no word of any personal field of any event in a table', async () => {
  const app = await createTestApp()
  const { pool } = app.database
  const email = 'canary@example.org'
  const subject = await app.core.subjects.forEmail(email)
  const facts = eventsAbout(subject, 7)
  await append(app, facts, redactions)
  await allProjected(app)
  const said = JSON.stringify(await app.events())
  expect(personal.filter((_field, index) => !said.includes(`canary-${index}-`))).toEqual([])
  expect(await tablesWith(pool, 'canary')).toContain('read.volunteers')

  expect((await app.post('/api/admin/erasures', { email }, admin)).json()).toEqual({ erased: true })
  await allProjected(app)
  expect(await tablesWith(pool, 'canary')).toEqual([])
  expect(JSON.stringify(await app.events())).not.toMatch(/canary/i)
  expect(Object.values(await app.rebuildDiffers()).every((differing) => differing === 0)).toBe(true)
  expect(await tablesWith(pool, 'canary')).toEqual([])
})

it('words that an earlier version left in clear in the log are shown until the erasure, and nowhere after it', async () => {
  const app = await createTestApp()
  const { pool } = app.database
  const email = 'canary@example.org'
  const subject = await app.core.subjects.forEmail(email)
  const facts = eventsAbout(subject, 7).filter(({ type }) => type in inClear)
  await append(app, facts, before)
  await allProjected(app)
  expect(await tablesWith(pool, wordOf('VolunteerApplied', 'interests'))).toEqual(['eventlog.events', 'read.history'])
  expect((await app.get('/api/admin/volunteers', admin)).json()).toMatchObject([
    {
      availability: wordOf('VolunteerImported', 'availability'),
      interests: [wordOf('VolunteerImported', 'interests')],
    },
  ])

  expect((await app.post('/api/admin/erasures', { email }, admin)).json()).toEqual({ erased: true })
  await allProjected(app)
  // The log is never edited: docs/security.md says what an operator can do.
  expect(await tablesWith(pool, 'canary')).toEqual(['eventlog.events'])
  expect(JSON.stringify(await app.events())).not.toMatch(/canary/i)
  expect(Object.values(await app.rebuildDiffers()).every((differing) => differing === 0)).toBe(true)
  expect(await tablesWith(pool, 'canary')).toEqual(['eventlog.events'])
})

const files = {
  volunteers: `First name,Last name,Email,Phone,Availability,Interests,Skills,consentSource,consentAt,Canary-heading,Tags
Canary-f,Canary-l,canary-file@example.org,canary-phone,Canary-mornings,"Calls; canary calls",Canary-sewing,Canary-fair,2026-02-01,Canary-cell,Canary-tag
`,
  'email-signups': `Email,First name,Last name,Phone,Street,City,consentSource,consentAt,Canary-heading,Tags
canary-file@example.org,Canary-name,Canary-l,canary-1,Canary-street,Canary-city,Canary-fair,2026-02-01,Canary-cell,Canary-tag
`,
  donations: `First name,Last name,Email,Amount,Date,Address,City,State,ZIP code,Occupation,Employer,Payment ID
Canary-f,Canary-l,canary-file@example.org,25,2026-02-01,Canary-street,Canary-city,Canary-state,canary-zip,Canary-work,Canary-firm,canary-pay
`,
}

it('an erasure leaves no word that came by a form, a file, the hand of staff or a correction', async () => {
  const app = await createAccountApp(onTestFinished)
  const { pool } = app.database
  const { ask, cookie } = await app.account('ada@example.org', app.firstAdminToken)
  const done = async (answer: ReturnType<typeof ask>): Promise<unknown> => {
    const { statusCode, body } = await answer
    expect(statusCode, body).toBeLessThan(300)
    return body === '' ? null : JSON.parse(body)
  }
  const idOf = async (answer: ReturnType<typeof ask>) => z.looseObject({ id: z.int() }).parse(await done(answer)).id

  // By forms, one of them sent twice.
  const email = 'canary-form@example.org'
  const event = { title: 'Rally', eventDate: '2099-05-09', startTime: '18:30', endTime: '20:00', capacity: 9 }
  const rally = await idOf(ask('POST', '/api/admin/events', event))
  const words = { firstName: 'Canary-f', lastName: 'Canary-l', email, phone: 'canary-phone', skills: 'Canary-sewing' }
  const volunteer = await idOf(app.visit('POST', '/api/volunteers', { ...words, availability: 'Weekends' }))
  const prayer = { firstName: 'Canary-f', email, location: 'Canary-town', prayer: 'Canary-prayer' }
  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': 'the-same-prayer' }
  const pray = () => app.http.inject({ method: 'POST', url: '/api/prayers', headers, payload: prayer })
  const prayed = z
    .object({ id: z.int() })
    .loose()
    .parse((await pray()).json()).id
  const endorsement = { name: 'Canary-n', email, title: 'Canary-title', endorsementText: 'Canary-text' }
  const endorsed = await idOf(app.visit('POST', '/api/endorsements', endorsement))
  await done(app.visit('POST', '/api/email-signup', { email, firstName: 'Canary-sign' }))
  await done(app.visit('POST', `/api/events/${rally}/rsvp`, { name: 'Canary-guest', email }))
  // By files.
  for (const [kind, csv] of Object.entries(files))
    await importDonationsBy(
      (donations, hasFile) => {
        const path = donations.replace('donations', kind)
        return hasFile ? ask('POST', path, Buffer.from(csv), 'text/csv') : ask('POST', path)
      },
      async () => (await ask('GET', '/api/admin/imports')).json(),
    )
  expect((await ask('GET', '/api/admin/imports')).json()).toMatchObject([{ added: 1 }, { added: 1 }, { added: 1 }])
  // By the hand of staff.
  await done(ask('POST', `/api/admin/prayers/${prayed}/reject`, { reason: 'Canary-reason' }))
  await done(ask('POST', `/api/admin/endorsements/${endorsed}/reject`, { reason: 'Canary-reason' }))
  // By corrections, of the words and then of the address.
  const better = { ...words, skills: 'Canary-knitting', availability: null }
  await done(ask('PUT', `/api/admin/volunteers/${volunteer}`, better))
  await done(ask('PUT', `/api/admin/volunteers/${volunteer}`, { ...better, email: 'canary-moved@example.org' }))
  const then = (await app.core.log.head()) ?? ''
  const past = `/api/admin/as-of?position=${encodeURIComponent(then)}`
  const openPast = async () => {
    while ((await ask('GET', past)).json().status !== 'ready') await app.past.settled()
  }
  await openPast()
  await expect.poll(() => filesWith(app.dataDir, 'canary')).not.toEqual([])
  expect(await tablesWith(pool, 'canary-mornings')).toContain('read.volunteers')

  for (const address of ['canary-moved@example.org', email, 'canary-file@example.org'])
    await done(ask('POST', '/api/admin/erasures', { email: address }))

  await expect.poll(() => tablesWith(pool, 'canary')).toEqual([])
  await expect.poll(() => filesWith(app.dataDir, 'canary')).toEqual([])
  expect(JSON.stringify(await app.core.decode(await app.core.log.readAll(null, 10_000)))).not.toMatch(/canary/i)
  // The answer that was kept for a repeated form.
  expect((await pray()).body).not.toMatch(/canary/i)

  // Everything that staff reads or takes away from here on.
  const tables = ['actions', 'people', 'volunteers', 'donations']
  const exported = tables.flatMap((table) =>
    ['csv', 'json'].map((format) => `/api/admin/exports/${table}?format=${format}&people=everyone`),
  )
  const lists = ['volunteers', 'prayers', 'endorsements', 'emails', 'donations', 'donors', 'imports', 'users']
  const read = [
    ...exported,
    ...lists.map((list) => `/api/admin/${list}`),
    ...['csv', 'json'].map((format) => `/api/admin/emails/export?format=${format}&people=everyone`),
    ...['volunteers', 'prayers', 'endorsements'].map((topic) => `/api/admin/history/${topic}/1`),
    `/api/admin/events/${rally}/rsvps`,
    `/api/admin/events/${rally}/rsvps/export`,
  ]
  for (const url of read)
    expect([url, (await ask('GET', url)).body]).not.toEqual([url, expect.stringMatching(/canary/i)])
  await openPast()
  for (const topic of ['volunteers', 'prayers', 'endorsements', 'emails', 'donations']) {
    const list = await app.http.inject({ url: `/api/admin/${topic}`, headers: { cookie, [asOfHeader]: then } })
    expect([list.statusCode, list.body]).toEqual([200, expect.not.stringMatching(/canary/i)])
  }
  expect(await tablesWith(pool, 'canary')).toEqual([])

  const file = join(app.dataDir, 'backup.tar.gz')
  const source = {
    pool,
    program: '0',
    secretMark: '',
    personalFields,
    tablesOfSite,
    folders: { outbox: join(app.dataDir, 'outbox') },
    eventStoreLog: null,
    signingKey: Buffer.alloc(32, 1),
  }
  const taken = { rows: {}, events: 0, files: {} }
  await writeArchive(file, takeBackup(source, { isWithoutPersonal: false, taken }), source.signingKey)
  const unpacked = gunzipSync(await readFile(file))
    .toString('latin1')
    .toLowerCase()
  expect(unpacked).toContain('subjecterased')
  for (const form of ['utf8', 'hex', 'base64url'] as const)
    expect(unpacked).not.toContain(Buffer.from('canary').toString(form).toLowerCase())
})

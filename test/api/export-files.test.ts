import { expect, it } from 'vitest'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { check, importFile } from '../support/app/importing.ts'
import { strictCsv } from '../support/strict-csv.ts'

const admin = { as: 'admin' } as const
const people = {
  ruth: { firstName: '=Ruth"s', lastName: '+Hill, Jr.', email: 'ruth@example.org' },
  naomi: { firstName: '@Naomi', lastName: '-Núñez;', email: 'naomi@example.org' },
}
type Person = keyof typeof people

const columns = ['Email consent', 'Consent reason', 'Consent since']
const fileOf = async (app: TestApp, path: string) => {
  const answer = await app.get(path, admin)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.body
}

/** Two people with formulas for names in every list, of whom Naomi unsubscribed; ada, ben and cora have accounts. */
async function createOffice() {
  const app = await createTestApp()
  await app.registerPeople()
  for (const one of Object.keys(people) satisfies string[] as Person[]) {
    const person = people[one]
    expect((await app.post('/api/email-signup', { email: person.email, firstName: person.firstName })).statusCode).toBe(
      201,
    )
    const words = { phone: '+1 765 555 0100', skills: '=1+1\n-2', availability: 'Evenings', interests: [] }
    expect((await app.post('/api/volunteers', { ...person, ...words })).statusCode).toBe(201)
  }
  const gift = ({ firstName, lastName, email }: (typeof people)[Person], id: string) =>
    `2026-02-09T18:03:22Z,"${`'${firstName}`.replaceAll('"', '""')}","'${lastName}",${email},100,40,2026-02-20,${id},'=Mill St,2134,Massachusetts`
  const head = 'Date,First name,Last name,Email,Amount,Amount Refunded,Refund Date,Payment ID,Address,Zip,State'
  await importFile(app, [head, gift(people.ruth, 'p1'), gift(people.naomi, 'p2')].join('\n'))
  const subject = await app.core.subjects.find(people.naomi.email)
  const token = app.core.unsubscribeTokens.issue({ subject: subject ?? '', campaignId: null })
  expect((await app.post('/api/mail-consents/unsubscribe', { token })).statusCode).toBe(200)
  await allProjected(app)
  return app
}

it.each([
  ['/api/admin/emails/export?format=csv', 'email-signups'],
  ['/api/admin/exports/volunteers?format=csv', 'volunteers'],
  ['/api/admin/exports/donations?format=csv', 'donations'],
] as const)(
  '%s is strict CSV with consent, leaves out who said no, and changes nothing when imported',
  async (path, kind) => {
    const app = await createOffice()
    const csv = await fileOf(app, path)
    const rows = strictCsv(csv)
    expect(rows).toMatchObject([
      {
        Email: 'ruth@example.org',
        'First name': `'=Ruth"s`,
        'Email consent': 'yes',
        'Consent reason': 'signed up',
        'Consent since': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ])
    const everyone = await fileOf(app, `${path}&people=everyone`)
    const all = strictCsv(everyone)
    expect(all).toMatchObject([
      { Email: 'ruth@example.org' },
      { Email: 'naomi@example.org', 'Email consent': 'no', 'Consent reason': 'unsubscribed' },
    ])
    for (const cell of all.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
    const nothing = { added: 0, changed: 0, refunded: 0 }
    expect(await check(app, csv, { kind })).toMatchObject({ ...nothing, rows: 1, repeated: 1, refused: 0 })
    const isGift = kind === 'donations'
    expect(await check(app, everyone, { kind })).toMatchObject({
      ...nothing,
      repeated: isGift ? 2 : 1,
      // A gift stays a gift when its donor wants no email.
      refused: isGift ? 0 : 1,
    })
  },
)

it('brings refunds with their days to another site', async () => {
  const app = await createOffice()
  const csv = await fileOf(app, '/api/admin/exports/donations?format=csv&people=everyone')
  const other = await createTestApp()
  const { report } = await importFile(other, csv)
  expect(report).toMatchObject({ added: 2, refunded: 2, refundedAmount: 8000, refused: 0 })
  expect((await other.get('/api/admin/donations', admin)).json()[0]).toMatchObject({
    refunded: 4000,
    refundedAt: '2026-02-20T05:00:00.000Z',
    zipCode: '02134',
    state: 'MA',
  })
})

it.each(['people', 'actions'])('%s are strict CSV with consent', async (table) => {
  const app = await createOffice()
  const rows = strictCsv(await fileOf(app, `/api/admin/exports/${table}?format=csv`))
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(Object.keys(row)).toEqual(expect.arrayContaining(columns))
  expect(JSON.stringify(rows)).not.toContain('naomi@example.org')
})

const files = {
  'email-signups': '/api/admin/emails/export?format=csv',
  volunteers: '/api/admin/exports/volunteers?format=csv',
  donations: '/api/admin/exports/donations?format=csv',
} as const

it.each(['email-signups', 'volunteers', 'donations'] as const)(
  'a file of %s is imported as it is, with each consent understood, and changes nothing',
  async (kind) => {
    const app = await createOffice()
    const before = await fileOf(app, files[kind])
    const { report, done } = await importFile(app, before, { kind })
    expect(report.refusedRows).toEqual([])
    expect(done).toMatchObject({ added: 0, changed: 0, refunded: 0, refused: 0, repeated: report.rows })
    if (kind !== 'donations')
      for (const column of columns)
        expect(report.columns.find(({ heading }) => heading === column)).toMatchObject({ how: 'recognized' })
    await allProjected(app)
    expect(await fileOf(app, files[kind])).toBe(before)
  },
)

it('words of volunteers that an import reads in its own way are no change, nor is a second application', async () => {
  const app = await createTestApp()
  const person = { firstName: '“Ruth”', lastName: "'Hill'", email: 'ruth@example.org', interests: [] }
  const words = [
    { phone: '765-555-0100 cell', skills: "'90s music\n=1+1", availability: 'Evenings' },
    { phone: '+17655550100', skills: '“Graphic design”', availability: 'Weekends' },
    { phone: null, skills: "'=literally", availability: null },
  ]
  for (const one of words) expect((await app.post('/api/volunteers', { ...person, ...one })).statusCode).toBe(201)
  const other = { ...person, ...words[0], email: 'naomi@example.org' }
  expect((await app.post('/api/volunteers', other)).statusCode).toBe(201)
  await allProjected(app)
  const csv = await fileOf(app, files.volunteers)
  expect(await check(app, csv, { kind: 'volunteers' })).toMatchObject({
    rows: 4,
    changed: 0,
    repeated: 4,
    refused: 0,
    refusedRows: [],
  })
})

it('a new person still needs a source of consent', async () => {
  const app = await createTestApp()
  const csv = 'First name,Last name,Email\nRuth,Hill,ruth@example.org'
  for (const kind of ['email-signups', 'volunteers'] as const)
    expect((await check(app, csv, { kind })).refusedRows).toEqual([
      { line: 2, reasons: ['consentSource: This field is required.'] },
    ])
})

import { describe, expect, it, onTestFinished } from 'vitest'
import { createAccountApp } from '../support/app/account.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { importDonationsBy } from '../support/app/imported-file.ts'
import { check, importFile, reasons, undo } from '../support/app/importing.ts'
import { strictCsv } from '../support/strict-csv.ts'

const admin = { as: 'admin' } as const
const query = { consentSource: 'County fair', consentAt: '2026-01-05' }
const lists = {
  'email-signups': { list: '/api/admin/emails', file: '/api/admin/emails/export' },
  volunteers: { list: '/api/admin/volunteers', file: '/api/admin/exports/volunteers' },
} as const
const kinds = ['email-signups', 'volunteers'] as const
type Kind = (typeof kinds)[number]

type Row = { [field: string]: unknown } & { furtherColumns: { heading: string; text: string; from: string }[] | null }
const rowsOf = async (app: TestApp, kind: Kind, q = ''): Promise<Row[]> =>
  (await app.get(`${lists[kind].list}?limit=50${q && `&q=${encodeURIComponent(q)}`}`, admin)).json()
const textsOf = ({ furtherColumns }: Row) =>
  Object.fromEntries((furtherColumns ?? []).map(({ heading, text }) => [heading, text]))
const exported = async (app: TestApp, kind: Kind, format = 'csv') => {
  const answer = await app.get(`${lists[kind].file}?format=${format}&people=everyone`, admin)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.body
}

describe.each(kinds)('a file of %s', (kind) => {
  const options = { kind, query }
  const import_ = (app: TestApp, csv: string) => importFile(app, csv, options)

  it('keeps what no field takes, and a file with fewer columns or empty cells takes nothing away', async () => {
    const app = await createTestApp()
    const a = [
      'Email,First name,Last name,Phone,Shirt size,Precinct,How we met,Tags',
      'tess@example.com,Tess,Marlow,+1 (317) 555-0100,M,007,"At the fair, twice",host; Walker,',
    ].join('\n')
    const first = await import_(app, a)
    expect(first.report).toMatchObject({ added: 1, refused: 0 })
    const all = {
      ...{ email: 'tess@example.com', firstName: 'Tess', lastName: 'Marlow', phone: '+1 (317) 555-0100', city: null },
      tags: ['host', 'Walker'],
      furtherColumns: [
        { heading: 'Shirt size', text: 'M' },
        { heading: 'Precinct', text: '007' },
        { heading: 'How we met', text: 'At the fair, twice' },
      ],
    }
    expect(await rowsOf(app, kind)).toMatchObject([all])
    expect(await rowsOf(app, kind, 'fair twice')).toMatchObject([all])
    expect(await rowsOf(app, kind, 'walker')).toMatchObject([all])
    expect(await rowsOf(app, kind, 'shirt size')).toEqual([])

    const second = await import_(app, 'Email,First name,Last name,City,precinct\ntess@example.com,Tess,Marlow,Muncie,')
    expect(second.report).toMatchObject({ changed: 1, changedRows: [{ changed: ['city'] }] })
    expect(await rowsOf(app, kind)).toMatchObject([{ ...all, city: 'Muncie' }])
    expect((await import_(app, a)).report).toMatchObject({ repeated: 1 })

    const newer = 'Email,First name,Last name,SHIRT_SIZE,Pet,Labels\ntess@example.com,Tess,Marlow,L,dog,"walker,new"'
    const third = await import_(app, newer)
    expect(third.report).toMatchObject({ changedRows: [{ changed: ['tags', 'furtherColumns'] }] })
    const [row] = await rowsOf(app, kind)
    expect(row?.tags).toEqual(['host', 'Walker', 'new'])
    expect(textsOf(row as Row)).toEqual({
      'Shirt size': 'L',
      Precinct: '007',
      'How we met': 'At the fair, twice',
      Pet: 'dog',
    })
    await undo(app, third.done.id)
    await expect.poll(() => rowsOf(app, kind)).toMatchObject([{ ...all, city: 'Muncie' }])
  })

  it('comes back from an export with the same characters, also where nothing was known', async () => {
    const app = await createTestApp()
    const file = [
      'Email,First name,Last name,Phone,Zip,Code,Notes,notes:,Tags',
      'a@example.com,Ann,Lee,+1 (317) 555-0100,01234,007,=SUM? no,"<script>alert(1)</script>",x;y',
      'b@example.com,Bo,Lee,,"01234","007","two\nlines, ""quoted""",-5 degrees,',
    ]
      .join('\n')
      .replace('=SUM? no', '+1 more')
    await import_(app, file)
    const csv = await exported(app, kind)
    const parsed = strictCsv(csv)
    expect(parsed).toMatchObject([
      { 'ZIP code': '01234', Code: '007', Notes: "'+1 more", 'notes: (2)': '<script>alert(1)</script>', Tags: 'x; y' },
      { 'ZIP code': '01234', Code: '007', Notes: 'two\nlines, "quoted"', 'notes: (2)': "'-5 degrees" },
    ])
    expect(await check(app, csv, { kind })).toMatchObject({ rows: 2, repeated: 2, changed: 0, added: 0, refused: 0 })
    expect(JSON.parse(await exported(app, kind, 'json'))[0]).not.toHaveProperty('headings')

    const other = await createTestApp()
    const { report } = await importFile(other, csv, { kind, query })
    expect(report).toMatchObject({ added: 2 })
    const [one, two] = [await rowsOf(app, kind), await rowsOf(other, kind)].map((rows) =>
      rows
        .map(({ email, phone, zipCode, tags, furtherColumns }) => ({
          email,
          phone,
          zipCode,
          tags,
          ...textsOf({ furtherColumns }),
        }))
        .sort((a, b) => String(a.email).localeCompare(String(b.email))),
    )
    expect(two).toEqual(one)
    expect(one?.[0]).toMatchObject({ phone: '+1 (317) 555-0100', zipCode: '01234', Code: '007' })
  })

  it('marks a ZIP code of four digits, and never pads it silently', async () => {
    const app = await createTestApp()
    const file = 'Email,First name,Last name,State,Zip\na@example.com,A,L,,2134\nb@example.com,B,L,IN,4790'
    const { report } = await import_(app, file)
    expect(report.notes).toMatchObject([
      { lines: [2], note: expect.stringContaining('lacked zeros') },
      { lines: [3], note: expect.stringContaining('fewer than five digits') },
    ])
    expect((await rowsOf(app, kind)).map(({ zipCode }) => zipCode).sort()).toEqual(['02134', '4790'])
  })

  it('ends each row as added, updated or refused with why, and the sum is all rows', async () => {
    const app = await createTestApp()
    await import_(app, 'Email,First name,Last name\nrow0@example.com,Old,Name')
    const rows = Array.from({ length: 20 }, (_, nth) => [`row${nth}@example.com`, 'Ann', 'Lee', `note ${nth}`])
    rows[3] = ['row3@example.com', 'N'.repeat(300), 'Lee', '']
    rows[4] = ['row4@example.com', '\u{1F33B}', 'Lee', '\u{1F33B}']
    rows[9] = ['ROW8@example.com', 'Ann', 'Lee', 'twice']
    const before = (await rowsOf(app, kind)).length
    const csv = ['Email,First name,Last name,Note', ...rows.map((row) => row.join())].join('\n')
    const { report, done } = await import_(app, csv)
    expect(report).toMatchObject({ rows: 20, added: 17, changed: 1, repeated: 1, refused: 1 })
    expect(reasons(report)).toEqual({ 5: 'firstName: Use at most 100 characters.' })
    expect(done).toMatchObject({ written: 18 })
    const after = await rowsOf(app, kind)
    expect(after.length - before).toBe(17)
    expect(after.find(({ email }) => email === 'row4@example.com')).toMatchObject({ firstName: '\u{1F33B}' })
  })

  it('keeps up to 60 columns of 500 characters per person, and refuses more with a sentence', async () => {
    const app = await createTestApp()
    const names = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, nth) => `Column ${from + nth}`)
    const head = 'Email,First name,Last name'
    const person = 'a@example.com,A,L'
    const wide = `${[head, ...names(1, 61)].join()}\n${[person, ...names(1, 61)].join()}\nb@example.com,B,L${',x'.repeat(60)}`
    const report = await check(app, wide, options)
    expect(report).toMatchObject({ added: 1, refused: 1 })
    expect(reasons(report)[2]).toMatch(/^This row has more than 60 columns that no field takes/)
    expect(report.columns.slice(3).every(({ how, field }) => how === 'kept' && field === 'furtherColumns')).toBe(true)
    // Staff drop a column, which is remembered.
    const dropped = await importFile(app, wide, { kind, query: { ...query, mapping: '{"Column 61":""}' } })
    expect(dropped.report).toMatchObject({ added: 2 })
    expect((await check(app, wide, options)).columns.at(-1)).toMatchObject({ field: null, how: 'ignored' })
    expect(reasons(await check(app, `${head},One more\n${person},x`, options))[2]).toMatch(/With the lists before/)

    const long = await check(
      app,
      `${head},Letter\nc@example.com,C,L,${'x'.repeat(2000)}\nd@example.com,D,L,${'\u{1F33B}'.repeat(500)}`,
      options,
    )
    expect(long).toMatchObject({ added: 1, refused: 1 })
    expect(reasons(long)).toEqual({ 2: 'column 3: Use at most 500 characters.' })
    const megabyte = await check(app, `${head},Letter\nc@example.com,C,L,"${'x,'.repeat(500_000)}"`, options)
    expect(reasons(megabyte)).toEqual({ 2: 'The row is too long, or a quotation mark never ends.' })
    const unkeepable = `${head},Card,Sum\nc@example.com,C,L,4111 1111 1111 1111,\nd@example.com,D,L,,=1+1`
    expect(reasons(await check(app, unkeepable, options))).toEqual({
      2: 'column 3: This looks like a card number. Remove it from the file.',
      3: 'column 4: This is a formula. Paste its value instead.',
    })
  })
})

it('opt-outs keep nothing but what mail needs', async () => {
  const app = await createTestApp()
  const report = await check(app, 'Email,Shirt size,Tags\ntess@example.com,M,x', { kind: 'opt-outs' })
  expect(report.columns.map(({ field }) => field)).toEqual(['email', null, null])
})

it('a whole name gives the list a last name', async () => {
  const app = await createTestApp()
  await importFile(app, 'Email,Name\ntess@example.com,"Marlow, Tess"', { kind: 'email-signups', query })
  expect(await rowsOf(app, 'email-signups')).toMatchObject([{ firstName: 'Tess', lastName: 'Marlow' }])
})

it('what lists said about a person is in their own download', async () => {
  const app = await createAccountApp(onTestFinished)
  const { email, id, ask } = await app.account('ada@example.org', app.firstAdminToken)
  await app.verify(id)
  const csv = `Email,First name,Phone,Shirt size,Tags,consentSource\n${email},Ada,555-0100,M,host,County fair`
  await importDonationsBy(
    (donations, hasFile) => {
      const path = donations.replace('donations', 'email-signups')
      return hasFile ? ask('POST', path, Buffer.from(csv), 'text/csv') : ask('POST', path)
    },
    async () => (await ask('GET', '/api/admin/imports')).json(),
  )
  expect((await ask('GET', '/api/profile/export')).json()).toMatchObject({
    emailSignups: [{ phone: '555-0100', tags: ['host'], furtherColumns: [{ heading: 'Shirt size', text: 'M' }] }],
  })
})

describe('a file of donations', () => {
  const gift = 'Payment ID,First name,Last name,Email,Amount,Date'
  const tess = 'p1,Tess,Marlow,tess@example.com,25,2026-02-09'
  const donations = async (app: TestApp) => (await app.get('/api/admin/donations', admin)).json()

  it('keeps what no field takes, and a file with fewer columns takes nothing away', async () => {
    const app = await createTestApp()
    const a = `${gift},City,Employer,Anonymous,Fund,Check number\n${tess},Muncie,Acme,yes,Spring,007`
    expect((await importFile(app, a)).report).toMatchObject({ added: 1 })
    const second = await importFile(app, `${gift},Occupation,Fund\n${tess},Nurse,`)
    expect(second.report).toMatchObject({ changedRows: [{ changed: ['occupation'] }] })
    expect(await donations(app)).toMatchObject([
      {
        ...{ city: 'Muncie', employer: 'Acme', occupation: 'Nurse', isPublic: false },
        furtherColumns: [
          { heading: 'Fund', text: 'Spring' },
          { heading: 'Check number', text: '007' },
        ],
      },
    ])
    expect((await importFile(app, a)).report).toMatchObject({ repeated: 1 })
    expect((await app.get('/api/admin/donations?q=spring', admin)).json()).toHaveLength(1)
    const csv = (await app.get('/api/admin/exports/donations?format=csv&people=everyone', admin)).body
    expect(strictCsv(csv)).toMatchObject([{ Fund: 'Spring', 'Check number': '007' }])
    expect(await check(app, csv)).toMatchObject({ repeated: 1, changed: 0, refused: 0 })
  })

  it('may have two rows of one gift that differ in such columns alone', async () => {
    const app = await createTestApp()
    const { report } = await importFile(app, `${gift},Row\n${tess},1\n${tess},2`)
    expect(report).toMatchObject({ added: 1, repeated: 1, refused: 0 })
  })
})

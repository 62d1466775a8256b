import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type DonationImport, donationFileLimits } from '../../contract/donations.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const url = '/api/admin/donations/import'
const headings = 'firstName,lastName,email,amount,createdAt'
const ruth = 'Ruth,Gray,ruth@example.org,25,2026-03-01'
const file = (...lines: string[]) => [headings, ...lines].join('\n')

const send = ({ app }: TestApp, csv: string | Buffer, { plan, key, type = 'text/csv', as = 'admin' }: Sending = {}) =>
  app.inject({
    method: 'POST',
    url: plan ? `${url}?plan=${plan}` : url,
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: `session=${as}`,
      'content-type': type,
      ...(key && { 'idempotency-key': key }),
    },
    payload: csv,
  })
type Sending = { plan?: string; key?: string; type?: string; as?: string }

async function check(app: TestApp, csv: string | Buffer): Promise<DonationImport> {
  const answer = await send(app, csv)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
async function importFile(app: TestApp, csv: string | Buffer): Promise<DonationImport> {
  const { plan } = await check(app, csv)
  const answer = await send(app, csv, { plan: plan ?? '' })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const list = async ({ get }: TestApp, query = '') => (await get(`/api/admin/donations${query}`, { as: 'admin' })).json()
/** The reasons by line. */
const reasons = ({ refusedRows }: DonationImport) =>
  Object.fromEntries(refusedRows.map(({ line, reasons }) => [line, reasons.join(' ')]))
const refusal = async (app: TestApp, csv: string | Buffer) => {
  const answer = await send(app, csv)
  return [answer.statusCode, answer.json().message]
}

describe('importing donations', () => {
  it('first says what would change, and writes nothing', async () => {
    const app = await createTestApp()
    expect(await check(app, file(ruth, 'Naomi,Hill,naomi@example.org,12.50,3/2/2026'))).toEqual({
      plan: expect.stringMatching(/^[\da-f]{64}$/),
      left: 2,
      rows: 2,
      added: 2,
      changed: 0,
      repeated: 0,
      refused: 0,
      addedAmount: 3750,
      addedLines: [2, 3],
      changedRows: [],
      repeatedLines: [],
      refusedRows: [],
    })
    expect(await app.events()).toEqual([])
    expect(await list(app)).toEqual([])
  })

  it('then imports exactly that, in cents and in the time zone of the campaign', async () => {
    const app = await createTestApp()
    const done = await importFile(app, file(ruth, 'Naomi,Hill,Naomi@example.org,"$1,012.50",3/2/2026 2:05 PM'))
    expect(done).toMatchObject({ plan: null, added: 2 })
    expect(await list(app)).toMatchObject([
      { firstName: 'Naomi', email: 'Naomi@example.org', amount: 101_250, createdAt: '2026-03-02T19:05:00.000Z' },
      { firstName: 'Ruth', amount: 2500, createdAt: '2026-03-01T05:00:00.000Z', isPublic: true, paymentId: null },
    ])
    expect((await app.events()).map(({ type }) => type)).toEqual([
      'DonationFileImported',
      'DonationImported',
      'DonationImported',
    ])
    const stats = (await app.get('/api/email-segments/stats', { as: 'admin' })).json()
    expect(stats).toContainEqual({ segmentId: 'donors', count: 2, leftOut: {} })
  })

  it('recognizes repeated rows and corrects changed ones', async () => {
    const app = await createTestApp()
    const withCity = (city: string, paymentId = 'pay_1') =>
      `${headings},city,paymentId\nRuth,Gray,ruth@example.org,25,2026-03-01,${city},${paymentId}`
    await importFile(app, withCity('Muncie'))
    expect(await check(app, withCity('Muncie'))).toMatchObject({ added: 0, repeated: 1, repeatedLines: [2] })
    expect(await importFile(app, withCity('Lafayette'))).toMatchObject({
      changedRows: [{ line: 2, changed: ['city'] }],
    })
    expect(await list(app)).toMatchObject([{ id: 1, city: 'Lafayette' }])
    expect(
      await check(app, `${withCity('Gary', 'pay_2')}\nRuth,Gray,ruth@example.org,25,2026-03-01,Gary,pay_2`),
    ).toMatchObject({
      added: 1,
      repeated: 1,
      repeatedLines: [3],
    })
    expect(
      reasons(await check(app, `${withCity('Gary')}\nRuth,Gray,ruth@example.org,30,2026-03-01,Gary,pay_1`)),
    ).toEqual({
      3: 'Line 2 has the same donation with different details.',
    })
  })

  it('moves a donation to another person when its address was wrong', async () => {
    const app = await createTestApp()
    const paid = (email: string) => `${headings},paymentId\nRuth,Gray,${email},25,2026-03-01,pay_1`
    await importFile(app, paid('rtuh@example.org'))
    await importFile(app, paid('ruth@example.org'))
    const { rows } = await app.database.pool.query(
      'SELECT email, is_donor FROM read.supporter_standings JOIN read.supporters USING (subject) ORDER BY email',
    )
    expect(rows).toEqual([{ email: 'ruth@example.org', is_donor: true }])
  })

  it('does nothing when the file would now do something else, or was never checked', async () => {
    const app = await createTestApp()
    const { plan } = await check(app, file(ruth))
    await importFile(app, file(ruth))
    const late = await send(app, file(ruth), { plan: plan ?? '' })
    expect([late.statusCode, late.json().message]).toEqual([409, expect.stringContaining('Check it again.')])
    expect((await send(app, file(ruth), { plan: 'a'.repeat(64) })).statusCode).toBe(409)
    expect((await send(app, file(ruth), { plan: 'yes' })).statusCode).toBe(400)
    expect(await list(app)).toHaveLength(1)
  })

  it('answers a repeated request from the first time', async () => {
    const app = await createTestApp()
    const { plan } = await check(app, file(ruth))
    const key = randomUUID()
    const first = await send(app, file(ruth), { plan: plan ?? '', key })
    const again = await send(app, file(ruth), { plan: plan ?? '', key })
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(await list(app)).toHaveLength(1)
    expect((await send(app, file(), { plan: plan ?? '', key })).statusCode).toBe(422)
  })

  it('takes several requests for a long file, and each does what the one before announced', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const app = await createTestApp()
    const { atOnce } = donationFileLimits
    const people = Array.from({ length: atOnce + 2 }, (_, n) => `Ruth,Gray,person${n}@example.org,25,2026-03-01`)
    const csv = file('Ruth,Gray,nobody,25,2026-03-01', ...people)
    const { plan, left } = await check(app, csv)
    expect(left).toBe(atOnce + 2)
    const first = (await send(app, csv, { plan: plan ?? '' })).json()
    expect(first).toMatchObject({ plan: expect.any(String), left: 2, added: atOnce, repeated: 0, refused: 1 })
    // Whoever closes the page now finds the rest by checking the file again.
    expect(await check(app, csv)).toMatchObject({ plan: first.plan, left: 2, added: 2, repeated: atOnce })
    expect((await send(app, csv, { plan: plan ?? '' })).statusCode).toBe(409)
    const second = (await send(app, csv, { plan: first.plan })).json()
    expect(second).toMatchObject({ plan: null, left: 0, added: 2, addedAmount: 5000 })
    expect((await app.get('/api/admin/donations', { as: 'admin' })).headers['x-total-count']).toBe(String(atOnce + 2))
  })

  it('is one action of the admin in the log, without anybody’s name', async () => {
    const app = await createTestApp()
    await importFile(app, file(ruth, 'Naomi,Hill,naomi@example.org,5,2026-03-02'))
    const { actions } = (await app.get('/api/admin/actions', { as: 'admin' })).json()
    expect(actions).toMatchObject([
      { action: 'Import donations', details: { rows: 2, added: 2, changed: 0, repeated: 0, refused: 0 } },
    ])
    expect(JSON.stringify(actions)).not.toContain('uth')
  })
})

describe('a row is refused, with its line and reasons,', () => {
  it('for a wrong amount', async () => {
    const app = await createTestApp()
    const amounts = ['-1', '1e9', '0', '0.00', '12.505', 'ten', '', '1,00', '99999999999', '(5)', '1 000']
    const found = await check(app, file(...amounts.map((amount) => `Ruth,Gray,r@example.org,"${amount}",2026-03-01`)))
    expect(found).toMatchObject({ added: 0, refused: amounts.length })
    for (const { reasons } of found.refusedRows)
      expect(reasons).toEqual(['amount: Use dollars and cents above zero, such as 25 or 12.50.'])
  })

  it('for a day that does not exist or is not past', async () => {
    const app = await createTestApp()
    const days = ['2026-02-30', '13/1/2026', 'yesterday', '', '2999-01-01', '1899-12-31', '3/1/26', '2026-03-01T25:00']
    expect((await check(app, file(...days.map((day) => `Ruth,Gray,r@example.org,5,${day}`)))).refused).toBe(days.length)
  })

  it('for missing names, addresses that are none, and text that is too long', async () => {
    const app = await createTestApp()
    const found = await check(
      app,
      file(
        ' ,Gray,r@example.org,5,2026-03-01',
        'Ruth,Gray,ruth,5,2026-03-01',
        `${'R'.repeat(101)},G,r@example.org,5,2026-03-01`,
        'Ruth,Gray',
      ),
    )
    expect(reasons(found)).toEqual({
      2: 'firstName: This field is required.',
      3: 'email: Enter a valid email address.',
      4: 'firstName: Use at most 100 characters.',
      5: 'email: Enter a valid email address. amount: Use dollars and cents above zero, such as 25 or 12.50. createdAt: Use a day such as 2026-03-01 or 3/1/2026.',
    })
  })

  it('for a formula and for a card number, without quoting it', async () => {
    const app = await createTestApp()
    const found = await check(
      app,
      `${headings},employer,zipCode\n=HYPERLINK(1),Gray,r@example.org,5,2026-03-01,,\nRuth,Gray,r@example.org,5,2026-03-01,4242 4242 4242 4242,\nRuth,Gray,r@example.org,5,2026-03-01,,"=""04601"""`,
    )
    expect(reasons(found)).toEqual({
      2: 'firstName: This is a formula. Paste its value instead.',
      3: 'employer: This looks like a card number. Remove it from the file.',
    })
    expect(JSON.stringify(found)).not.toContain('4242')
    expect(found.added).toBe(1)
  })

  it('for somebody who was erased', async () => {
    const app = await createTestApp()
    await importFile(app, file(ruth))
    await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, { as: 'admin' })
    expect(reasons(await check(app, file(ruth)))).toEqual({
      2: 'This donor’s data was erased, so the donation cannot be imported again.',
    })
    expect(await list(app)).toMatchObject([
      { firstName: 'Erased', lastName: '', email: 'erased@erased.invalid', amount: 2500, isErased: true },
    ])
  })
})

describe('a file', () => {
  it('may have a byte order mark, CRLF, quoted line breaks, spelled-out headings and blank lines', async () => {
    const app = await createTestApp()
    const csv = `\ufeffFirst Name,last_name,E-Mail,AMOUNT,created at,Employer\r\n"Ruth ""R.""",Gray,ruth@example.org,5,2026-03-01,"Smith,\r\nJones"\r\n\r\n,,,,,\r\nNaomi,Hill,wrong,5,2026-03-02,\r\n`
    const found = await check(app, csv)
    expect(found).toMatchObject({ rows: 2, added: 1, addedLines: [2] })
    expect(found.refusedRows.map(({ line }) => line)).toEqual([6])
    await importFile(app, csv)
    expect(await list(app)).toMatchObject([{ firstName: 'Ruth "R."', employer: 'Smith,\r\nJones' }])
  })

  it.for([
    ['nothing', '', /empty/],
    ['only headings of something else', 'name,total\nRuth,5', /Unknown column: "name", "total"/],
    ['a column of card data', `${headings},cardNumber\n`, /Unknown column: "cardNumber"/],
    ['a missing column', 'firstName,lastName,email\nR,G,r@example.org', /missing: amount, createdAt/],
    ['a column twice', `${headings},Amount\n`, /amount appears twice/],
    ['a row with more cells than columns', file(`${ruth},more`), /Line 2 has more cells/],
    ['a quotation mark that never ends', file(ruth, '"Ruth,Gray,r@example.org,5,2026-03-01'), /line 3/],
    ['a stray quotation mark', file(ruth, 'Ruth "R" Gray,"a"b,r@example.org,5,2026-03-01'), /line 3/],
    ['a row without an end', file(`"${'x'.repeat(30_000)}"`), /line 2 is too long/],
  ] as const)('with %s is refused as a whole', async ([, csv, message]) => {
    expect(await refusal(await createTestApp(), csv)).toEqual([400, expect.stringMatching(message)])
  })

  it('in another encoding is refused', async () => {
    const app = await createTestApp()
    const sentence = [400, expect.stringContaining('CSV UTF-8')]
    expect(await refusal(app, Buffer.from(file('Zoë,G,z@example.org,5,2026-03-01'), 'latin1'))).toEqual(sentence)
    expect(await refusal(app, Buffer.from(`\ufeff${file(ruth)}`, 'utf16le'))).toEqual(sentence)
  })

  it('of 10 MB is read, a larger one or one with more than 50,000 rows is not', { tags: 'long' }, async () => {
    const app = await createTestApp()
    const wide = (n: number) => `Ruth,Gray,r${n}@example.org,5,2026-03-01,${'x'.repeat(1900)}`
    const rows = Array.from({ length: 5_200 }, (_, n) => wide(n))
    const csv = [`${headings},employer`, ...rows].join('\n')
    expect(csv.length).toBeGreaterThan(9.5 * 1024 * 1024)
    const found = await check(app, csv)
    expect(found).toMatchObject({ rows: 5_200, refused: 5_200 })
    expect(found.refusedRows).toHaveLength(200)
    expect((await send(app, `${csv}\n${csv}`)).statusCode).toBe(413)
    const many = file(...Array.from({ length: 50_001 }, (_, n) => `R,G,r${n}@example.org,5,2026-03-01`))
    expect(await refusal(app, many)).toEqual([400, expect.stringContaining('50000 rows')])
  })

  it('is sent as text/csv by an admin', async () => {
    const app = await createTestApp()
    expect((await send(app, file(ruth), { type: 'text/csv; charset=utf-8' })).statusCode).toBe(200)
    expect((await send(app, file(ruth), { type: 'application/json' })).statusCode).toBe(415)
    expect((await send(app, file(ruth), { as: 'supporter' })).statusCode).toBe(403)
    expect((await send(app, file(ruth), { as: 'nobody' })).statusCode).toBe(401)
    expect((await app.get('/api/admin/donations', { as: 'supporter' })).statusCode).toBe(403)
  })
})

it('the list sorts, searches and counts donations, and a rebuild gives the same', async () => {
  const app = await createTestApp()
  await importFile(
    app,
    file(ruth, 'Naomi,Hill,naomi@example.org,5,2026-02-01', 'Ben,Ames,ben@example.org,900,2026-01-01'),
  )
  const names = async (query: string) =>
    (await list(app, query)).map(({ firstName }: { firstName: string }) => firstName)
  expect(await names('')).toEqual(['Ruth', 'Naomi', 'Ben'])
  expect(await names('?sort=-amount')).toEqual(['Ben', 'Ruth', 'Naomi'])
  expect(await names('?sort=name')).toEqual(['Ben', 'Ruth', 'Naomi'])
  expect(await names('?q=hill')).toEqual(['Naomi'])
  expect((await app.get('/api/admin/donations?limit=1', { as: 'admin' })).headers['x-total-count']).toBe('3')
  expect(Object.values(await app.rebuildDiffers()).filter((rows) => rows > 0)).toEqual([])
})

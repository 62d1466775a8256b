import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '../../backend/kernel/database/connect.ts'
import { withClient } from '../../backend/kernel/database/transaction.ts'
import { createTestApp } from '../support/app/app.ts'
import { check, donors, type Gift, gifts, importFile, post, reasons, start, undo } from '../support/app/importing.ts'

const input = (name: string) => readFileSync(new URL(`../inputs/imports/${name}.csv`, import.meta.url))

describe('a file with donations', () => {
  it('of a platform is imported with all of its columns, and names those that no field takes', async () => {
    const app = await createTestApp()
    const { report } = await importFile(app, input('D1-platform-export'))
    expect(report).toMatchObject({ rows: 2, added: 2, refused: 0, addedAmount: 127_500, missing: [] })
    expect(report.columns.find(({ heading }) => heading === 'Fee')).toMatchObject({
      field: 'furtherColumns',
      how: 'kept',
      samples: ['0.99', '0.99'],
    })
    expect(await gifts(app)).toMatchObject([
      { lastName: 'Pratt', amount: 125_000, paymentId: '920000002', createdAt: '2026-02-11T13:05:41.000Z' },
      { lastName: 'Marlow', amount: 2500, address: '12 Mill St, Apt 4', zipCode: '47918' },
    ])
  })

  it.each([
    ['D2-excel-empty-columns', 2],
    ['D3-semicolons', 2],
    ['D3-sep-line', 1],
    ['D3-tabs', 1],
    ['D18-headings', 1],
  ])('%s is read', async (name, added) => {
    const app = await createTestApp()
    expect(await check(app, input(name))).toMatchObject({ added, refused: 0, rows: added })
  })

  it.each([
    ['D4-utf8-bom', 'UTF-8', false],
    ['D4-utf16le', 'UTF-16', false],
    ['D4-windows-1252', 'Windows-1252', true],
  ])('%s keeps its accents, and says what was assumed', async (name, encoding, isEncodingAssumed) => {
    const app = await createTestApp()
    const { report } = await importFile(app, input(name))
    expect(report).toMatchObject({ encoding, isEncodingAssumed, added: 2 })
    expect(report.columns[1]).toMatchObject({ samples: ['Núñez', 'O’Brien'] })
    expect((await gifts(app)).map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
      'Zoë O’Brien',
      'José Núñez',
    ])
  })

  it('has dates as platforms and spreadsheets write them', async () => {
    const app = await createTestApp()
    await importFile(app, input('D8-dates'))
    const moments = new Map((await gifts(app)).map(({ email, createdAt }) => [email.replace(/\D/g, ''), createdAt]))
    const day = '2026-02-09T05:00:00.000Z'
    const local = '2026-02-09T22:33:08.000Z'
    const minute = '2026-02-09T22:33:00.000Z'
    const utc = '2026-02-09T17:33:08.000Z'
    expect(Array.from({ length: 15 }, (_, n) => moments.get(String(n)))).toEqual([
      local,
      day,
      day,
      minute,
      local,
      utc,
      utc,
      utc,
      day,
      day,
      day,
      day,
      day,
      minute,
      local,
    ])
  })

  it('has days first only if that was chosen', async () => {
    const app = await createTestApp()
    const csv = 'firstName,lastName,email,amount,createdAt\nTess,Marlow,tess@example.com,5,13/2/2026'
    expect(reasons(await check(app, csv))).toEqual({
      2: 'createdAt: Use a day such as 2026-03-01 or 3/1/2026, or tick “The day comes first” above.',
    })
    expect(await check(app, csv, { query: { isDayFirst: 'true' } })).toMatchObject({ added: 1 })
  })

  it('with refunds of known payments takes donors out of the segment when nothing is left', async () => {
    const app = await createTestApp()
    await importFile(app, input('D7-before-refunds'))
    expect(await donors(app)).toBe(4)
    const { report, done } = await importFile(app, input('D7-refunds'))
    expect(report).toMatchObject({ refunded: 3, refundedAmount: 128_500, refused: 1 })
    expect(reasons(report)).toEqual({ 5: expect.stringContaining('above zero') })
    expect(await donors(app)).toBe(1)
    expect((await gifts(app)).map(({ amount, refunded }) => amount - refunded).sort()).toEqual([0, 0, 0, 500])
    expect(await check(app, input('D7-refunds'))).toMatchObject({ refunded: 0, repeated: 3 })
    expect(
      reasons(
        await check(
          app,
          'firstName,lastName,email,amount,createdAt,paymentId\nTess,Marlow,t@example.com,-5,2026-02-20,none',
        ),
      ),
    ).toEqual({
      2: 'paymentId: No donation with this payment ID is imported.',
    })
    await undo(app, done.id)
    await expect.poll(() => donors(app)).toBe(4)
  })

  it('has no gift where the payment failed or was paid back, whatever its amount', async () => {
    const app = await createTestApp()
    const head = 'Transaction ID,Date,Amount,First Name,Last Name,Email,Status'
    const person = 'Tess,Marlow,tess@example.com'
    const statuses = ['Paid', 'Failed', 'Refunded', 'Partially refunded']
    const rows = statuses.map((status, index) => `T${index},2026-02-09,25,${person},${status}`)
    const report = await check(app, [head, ...rows, `T0,2026-02-10,-25,${person},Refunded`].join('\n'))
    expect(report).toMatchObject({ added: 2, refunded: 1, refused: 2 })
    expect(reasons(report)).toEqual({
      3: expect.stringMatching(/^paymentStatus: This payment was not made, or was paid back/),
      4: expect.stringMatching(/^paymentStatus: This payment was not made, or was paid back/),
    })
  })

  it('keeps the monthly gifts under one receipt apart, in one file or several', async () => {
    const app = await createTestApp()
    await importFile(app, input('D9-series-month-1'))
    expect((await importFile(app, input('D9-series-month-2'))).report).toMatchObject({ added: 1, changed: 0 })
    expect((await importFile(app, input('D9-series-one-file'))).report).toMatchObject({ added: 3 })
    for (const name of ['D9-series-month-2', 'D9-series-month-1', 'D9-series-one-file'])
      expect(await check(app, input(name))).toMatchObject({ added: 0, changed: 0 })
    expect(await gifts(app)).toHaveLength(5)
  })

  it('has two equal gifts on a day as two, unless the id says otherwise', async () => {
    const app = await createTestApp()
    const head = 'firstName,lastName,email,amount,createdAt,paymentId'
    const row = (id: string) => `Tess,Marlow,tess@example.com,5,2026-02-09,${id}`
    const two = [head, row(''), row('')].join('\n')
    await importFile(app, two)
    expect(await check(app, two)).toMatchObject({ added: 0, repeated: 2 })
    expect(await check(app, [head, row('a'), row('a')].join('\n'))).toMatchObject({ added: 1, repeated: 1 })
  })

  it('refuses ids that a spreadsheet shortened, by name, and only the row with a stray quotation mark', async () => {
    const app = await createTestApp()
    const csv = [
      'firstName,lastName,email,amount,createdAt,paymentId',
      'Tess,Marlow,tess@example.com,5,2026-02-09,9.2E+08',
      'Owen,"Pratt,owen@example.com,5,2026-02-09,2',
      'Ida,Voss,ida@example.com,5,2026-02-09,3',
    ].join('\r\n')
    const report = await check(app, csv)
    expect(report).toMatchObject({ added: 1, refused: 2 })
    expect(reasons(report)).toEqual({
      2: expect.stringContaining('paymentId: Your spreadsheet shortened this number.'),
      3: expect.stringContaining('quotation marks'),
    })
  })

  it('is mapped by hand, and the next one like it is not', async () => {
    const app = await createTestApp()
    const csv = 'Who,Where to write,Gift,When\nTess Marlow,tess@example.com,5,2026-02-09'
    expect(await check(app, csv)).toMatchObject({
      plan: null,
      missing: ['email', 'firstName', 'lastName', 'amount', 'createdAt'],
    })
    const mapping = JSON.stringify({ who: 'name', wheretowrite: 'email', gift: 'amount', when: 'createdAt' })
    await importFile(app, csv, { query: { mapping } })
    const again = await check(app, csv)
    expect(again.columns.map(({ how }) => how)).toEqual(['remembered', 'remembered', 'remembered', 'remembered'])
    expect(again).toMatchObject({ repeated: 1 })
  })

  it('is undone as a whole, and corrections with it', async () => {
    const app = await createTestApp()
    const file = (amount: string, more = '') =>
      `firstName,lastName,email,amount,createdAt,paymentId\nTess,Marlow,tess@example.com,${amount},2026-02-09,1${more}`
    await importFile(app, file('5'))
    const { done } = await importFile(app, file('7', '\nIda,Voss,ida@example.com,3,2026-02-10,2'))
    expect(done).toMatchObject({ added: 1, changed: 1, written: 2 })
    expect(await donors(app)).toBe(2)
    await undo(app, done.id)
    await expect.poll(async () => (await gifts(app)).map(({ amount }) => amount)).toEqual([500])
    expect(await donors(app)).toBe(1)
    await undo(app, done.id)
    expect(await check(app, file('7', '\nIda,Voss,ida@example.com,3,2026-02-10,2'))).toMatchObject({
      added: 1,
      changed: 1,
    })
  })

  it('gives totals per donor and election cycle', async () => {
    const app = await createTestApp()
    const head = 'firstName,lastName,email,amount,createdAt'
    await importFile(
      app,
      [
        head,
        'Tess,Marlow,tess@example.com,5,2024-12-31 23:59',
        'Tess,Marlow,tess@example.com,7,2025-01-01',
        'Tess,Marlow,Tess@Example.com,9,2026-01-01',
      ].join('\n'),
    )
    expect((await app.get('/api/admin/donors', { as: 'admin' })).json()).toMatchObject([
      { lastName: 'Marlow', cycle: 2026, gifts: 2, total: 1600 },
      { lastName: 'Marlow', cycle: 2024, gifts: 1, total: 500 },
    ])
    expect((await app.get('/api/admin/donors?q=nobody', { as: 'admin' })).json()).toEqual([])
  })

  it('may have a gift and its refund in neighboring rows', async () => {
    const app = await createTestApp()
    const gift = (n: number, amount: number, day: string) =>
      `Tess,Marlow,tess@example.com,${amount},2026-02-${day},P${n}`
    const rows = Array.from({ length: 20 }, (_, n) => [gift(n, 25, '09'), gift(n, -5, '10'), gift(n, -20, '11')]).flat()
    const { report, done } = await importFile(
      app,
      ['firstName,lastName,email,amount,createdAt,paymentId', ...rows].join('\n'),
    )
    expect(report).toMatchObject({ added: 20, refunded: 40, refused: 0 })
    expect(done.written).toBe(60)
    expect((await gifts(app)).map(({ refunded }) => refunded)).toEqual(Array(20).fill(2500))
    await undo(app, done.id)
    await expect.poll(() => gifts(app)).toEqual([])
  })

  it('lists single gifts with their refunds, cycle, platform and import, by donor, cycle, import and refund', async () => {
    const app = await createTestApp()
    const first = await importFile(app, input('D1-platform-export'))
    expect(first.report.platform).toBe('ActBlue')
    const second = await importFile(
      app,
      'firstName,lastName,email,amount,createdAt,paymentId\nTess,Marlow,tess.marlow@example.com,5,2024-12-31 23:59,old',
    )
    const refund =
      'firstName,lastName,email,amount,createdAt,paymentId\nTess,Marlow,tess.marlow@example.com,-2,2026-03-01,old'
    await importFile(app, refund)
    const list = async (filter: { [name: string]: string }) => {
      const text = Object.entries(filter).map(([name, value]) => `${name}:${encodeURIComponent(value)}`)
      const answer = await app.get(`/api/admin/donations?filter=${encodeURIComponent(text.join(','))}`, { as: 'admin' })
      expect(answer.statusCode, answer.body).toBe(200)
      const found: (Gift & { donorId: string; cycle: number })[] = answer.json()
      expect(Number(answer.headers['x-total-count'])).toBe(found.length)
      return found
    }
    const [pratt, marlow, old] = await list({})
    expect([pratt, marlow, old]).toMatchObject([
      {
        lastName: 'Pratt',
        cycle: 2026,
        refunded: 0,
        refundedAt: null,
        file: { importId: first.done.id, platform: 'ActBlue' },
      },
      { lastName: 'Marlow', cycle: 2026, file: { importId: first.done.id, importedAt: first.done.startedAt } },
      {
        cycle: 2024,
        refunded: 200,
        refundedAt: '2026-03-01T05:00:00.000Z',
        file: { importId: second.done.id, platform: null },
      },
    ])
    expect(marlow?.donorId).toBe(old?.donorId)
    expect(await list({ donor: old?.donorId ?? '' })).toHaveLength(2)
    expect(await list({ donor: old?.donorId ?? '', cycle: '2024' })).toMatchObject([{ paymentId: 'old' }])
    expect(await list({ import: first.done.id })).toHaveLength(2)
    expect(await list({ refunded: 'yes' })).toMatchObject([{ paymentId: 'old' }])
    expect(await list({ refunded: 'no' })).toHaveLength(2)
    expect((await app.get('/api/admin/donors?cycle=2024', { as: 'admin' })).json()).toMatchObject([
      { donorId: old?.donorId, total: 300, refunded: 200, cycle: 2024 },
    ])
    for (const filter of ['donor:x', 'cycle:2025', 'cycle:20260', 'import:', 'refunded:1', 'import:%00'])
      expect(
        (await app.get(`/api/admin/donations?filter=${encodeURIComponent(filter)}`, { as: 'admin' })).statusCode,
        filter,
      ).toBe(400)
  })

  it('pages totals of donors', async () => {
    const app = await createTestApp()
    const rows = ['a', 'b', 'c'].map((name, n) => `${name},Marlow,${name}@example.com,${n + 1},2026-02-09`)
    await importFile(app, ['firstName,lastName,email,amount,createdAt', ...rows].join('\n'))
    const page = (number: number) => app.get(`/api/admin/donors?limit=2&page=${number}`, { as: 'admin' })
    expect((await page(1)).json()).toMatchObject([{ firstName: 'c' }, { firstName: 'b' }])
    expect((await page(2)).json()).toMatchObject([{ firstName: 'a' }])
    expect((await page(2)).headers['x-total-count']).toBe('3')
    expect((await app.get('/api/admin/donors?q=%00', { as: 'admin' })).statusCode).toBe(400)
  })

  it('refuses what is not a table of people in one sentence, and never asks anyone but admins', async () => {
    const app = await createTestApp()
    const rejection = async (csv: string | Buffer, query = {}) => {
      const answer = await post(app, 'donations/check', csv, query)
      return [answer.statusCode, answer.json().message]
    }
    const wide = Array.from({ length: 9000 }, (_, n) => n % 10).join(',')
    expect(await rejection(wide)).toEqual([
      400,
      'This file has 9,000 columns. Remove those that you do not need: 500 at most.',
    ])
    expect(await rejection(','.repeat(1_000_000))).toEqual([400, expect.stringContaining('too long')])
    expect(await rejection(Buffer.from('PK\x03\x04zip'))).toEqual([400, expect.stringContaining('spreadsheet')])
    const mapped = (mapping: object) => rejection('email\na@example.com', { mapping: JSON.stringify(mapping) })
    expect(await mapped({ email: 'isAdmin' })).toEqual([400, expect.stringContaining('from the list')])
    expect(await mapped({ email: '\ud800' })).toEqual([400, expect.stringContaining('from the list')])
    expect(await mapped(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [n, ''])))).toEqual([
      400,
      expect.stringContaining('200 columns'),
    ])
    for (const path of ['/api/admin/donations', '/api/admin/donors', '/api/admin/imports'])
      expect([(await app.get(path)).statusCode, (await app.get(path, { as: 'supporter' })).statusCode]).toEqual([
        401, 403,
      ])
    expect((await start(app, 'donations', randomUUID(), 'supporter')).statusCode).toBe(403)
  })

  it('remembers headings that grow when they are compared, and blank columns by the thousand', async () => {
    const app = await createTestApp()
    const long = '\ufdfa'.repeat(100)
    const csv = `firstName,lastName,email,amount,createdAt,${long}${','.repeat(15_000)}\nTess,Marlow,tess@example.com,5,2026-02-09,x`
    const { report } = await importFile(app, csv, { query: { mapping: JSON.stringify({ [long]: 'paymentId' }) } })
    expect(report).toMatchObject({ added: 1 })
    expect(await gifts(app)).toMatchObject([{ paymentId: 'x' }])
  })

  it('neutralized by an export is read as it was', async () => {
    const app = await createTestApp()
    const head = 'firstName,lastName,email,amount,createdAt'
    await importFile(app, `${head}\n@SUM(1),＝Marlow,tess@example.com,5,2026-02-09`)
    const exported = (await app.get('/api/admin/exports/donations?format=csv', { as: 'admin' })).body
    expect(exported).toContain("\n'@SUM(1),'＝Marlow,")
    expect(await check(app, exported)).toMatchObject({ rows: 1, repeated: 1 })
  })

  it('waits until the lists show every row written, and then says to try again', async () => {
    const app = await createTestApp({ projectionTimeout: 50 })
    const csv = 'firstName,lastName,email,amount,createdAt\nTess,Marlow,tess@example.com,5,2026-02-09'
    await expect.poll(async () => (await post(app, 'donations/check', csv, {})).statusCode).toBe(200)
    const { plan } = await check(app, csv)
    const other = connect(app.database.url, { max: 1 })
    onTestFinished(other.close)
    await withClient(other.pool, async (client) => {
      // The projector cannot move on until this transaction is over.
      await client.query('BEGIN; LOCK TABLE app.checkpoints IN EXCLUSIVE MODE')
      await app.post('/api/email-signup', { email: 'ruth@example.com' })
      for (const path of ['donations/check', 'donations'] as const) {
        const answer = path === 'donations' ? await start(app, path, plan) : await post(app, path, csv, {})
        expect([answer.statusCode, answer.headers['retry-after'], answer.json().message]).toEqual([
          503,
          '2',
          'The lists are still being updated. Please try again in a moment.',
        ])
      }
      await client.query('ROLLBACK')
    })
    expect((await app.events()).map(({ type }) => type)).not.toContain('FileImportStarted')
    const checked = async () => (await post(app, 'donations/check', csv, {})).statusCode
    await expect.poll(checked).toBe(200)
    // 503 on a busy machine, where the list of imports shows it only later than after 50 ms.
    expect([202, 503]).toContain((await start(app, 'donations', plan)).statusCode)
    await expect.poll(async () => (await gifts(app)).length).toBe(1)
  })

  it('is for admins, and never causes an error of ours', async () => {
    const app = await createTestApp()
    expect((await post(app, 'donations/check', 'a', {}, 'visitor')).statusCode).toBe(401)
    for (const csv of [
      '',
      ',,,',
      '"',
      '[]',
      '{"email":1}',
      '<html>',
      'a\0b',
      'sep=;',
      Buffer.from([0xff, 0xfe]),
      Buffer.from([0xff]),
    ])
      expect((await post(app, 'donations/check', csv, {})).statusCode).toBeLessThan(500)
    expect((await start(app, 'donations', randomUUID())).statusCode).toBe(409)
    expect((await start(app, 'donations', 'none')).statusCode).toBe(400)
    expect((await post(app, 'people/check', 'email', {})).statusCode).toBe(400)
  })
})

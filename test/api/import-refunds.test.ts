import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { check, donors, gifts, importFile, reasons, undo } from '../support/app/importing.ts'

const head = 'Transaction ID,Date,Amount,First Name,Last Name,Email'
const person = 'Tess,Marlow,tess@example.com'
const file = (refund: string, columns = 'Amount Refunded,Refund Date') =>
  `${head},${columns}\nT1,2026-02-09,100.00,${person},${refund}`

const totals = async (app: TestApp) =>
  (await app.get('/api/admin/donors', { as: 'admin' }))
    .json()
    .map(({ cycle, total, refunded }: { cycle: number; total: number; refunded: number }) => [cycle, total, refunded])

describe('a column with the amount refunded', () => {
  it('makes a donation and a refund on its day, once, and the difference later', async () => {
    const app = await createTestApp()
    const first = await importFile(app, file('40.00,2026-02-20'))
    expect(first.report).toMatchObject({
      rows: 1,
      added: 1,
      addedAmount: 10_000,
      refunded: 1,
      refundedAmount: 4000,
      addedLines: [2],
      refundedLines: [2],
    })
    expect(first.done).toMatchObject({ added: 1, refunded: 1, written: 2 })
    const day = '2026-02-20T05:00:00.000Z'
    expect(await gifts(app)).toMatchObject([{ amount: 10_000, refunded: 4000, refundedAt: day }])
    expect(await totals(app)).toEqual([[2026, 6000, 4000]])
    expect((await app.events()).flatMap(({ type, data }) => (type === 'DonationRefunded' ? [data] : []))).toMatchObject(
      [{ amount: 4000, refundedAt: day, left: 6000 }],
    )
    expect(await check(app, file('40.00,2026-02-20'))).toMatchObject({ added: 0, refunded: 0, repeated: 1 })
    // An export from before the refund.
    expect(await check(app, file('0.00,'))).toMatchObject({ changed: 0, refunded: 0, repeated: 1 })

    const second = await importFile(app, file('100.00,2026-03-02'))
    expect(second.report).toMatchObject({ added: 0, changed: 0, refunded: 1, refundedAmount: 6000, repeated: 0 })
    expect(await totals(app)).toEqual([[2026, 0, 10_000]])
    expect(await donors(app)).toBe(0)
    expect(await check(app, file('100.00,2026-03-02'))).toMatchObject({ repeated: 1 })

    await undo(app, second.done.id)
    await expect.poll(() => totals(app)).toEqual([[2026, 6000, 4000]])
    await undo(app, first.done.id)
    await expect.poll(() => gifts(app)).toEqual([])
    expect(await totals(app)).toEqual([])
    expect(await check(app, file('40.00,2026-02-20'))).toMatchObject({ added: 1, refunded: 1 })
  })

  it('is taken away as a whole with the first import, what a later one refunded too', async () => {
    const app = await createTestApp()
    const { done } = await importFile(app, file('40.00,2026-02-20'))
    await importFile(app, file('100.00,2026-03-02'))
    await undo(app, done.id)
    await expect.poll(() => gifts(app)).toEqual([])
  })

  it('adds two refunds of one amount on one day', async () => {
    const app = await createTestApp()
    await importFile(app, file('40.00,2026-02-20'))
    await importFile(app, file('80.00,2026-02-20'))
    expect(await totals(app)).toEqual([[2026, 2000, 8000]])
    expect(await check(app, file('80.00,2026-02-20'))).toMatchObject({ refunded: 0, repeated: 1 })
  })

  it('knows the refund that a row of its own told before', async () => {
    const app = await createTestApp()
    await importFile(app, `${head}\nT1,2026-02-09,100,${person}\nT1,2026-02-20,-40,${person}`)
    expect(await check(app, file('40.00,2026-02-20'))).toMatchObject({ refunded: 0, repeated: 1 })
    // The content of a column of a file includes the rows of this file.
    const rows = `${head},Refunded\nT2,2026-02-09,100,${person},40\nT2,2026-02-20,-40,${person},`
    expect(await check(app, rows)).toMatchObject({ added: 1, refunded: 1, repeated: 1 })
  })

  it('needs no payment ID, no date and no new gift', async () => {
    const app = await createTestApp()
    const plain = (refund: string) =>
      `Date,Amount,Name,Email,Refund Amount\n2026-02-09,100,Tess Marlow,t@example.com,${refund}`
    await importFile(app, plain(''))
    const { report } = await importFile(app, plain('$40.00'))
    expect(report).toMatchObject({ added: 0, refunded: 1, refundedAmount: 4000 })
    expect(await gifts(app)).toMatchObject([{ refunded: 4000, refundedAt: '2026-02-09T05:00:00.000Z' }])
    expect(await check(app, plain('40'))).toMatchObject({ refunded: 0, repeated: 1 })
    expect(await check(app, plain('100'))).toMatchObject({ refunded: 1, refundedAmount: 6000 })
  })

  it('may come with a corrected gift, and twice in a file', async () => {
    const app = await createTestApp()
    await importFile(app, file('0,'))
    const later = `${head},Amount Refunded\nT1,2026-02-09,120.00,${person},40\nT1,2026-02-09,120.00,${person},50`
    const { report } = await importFile(app, later)
    expect(report).toMatchObject({ changed: 1, refunded: 2, refundedAmount: 5000, repeated: 0, refused: 0 })
    expect(await totals(app)).toEqual([[2026, 7000, 5000]])
    expect(await check(app, later)).toMatchObject({ changed: 0, refunded: 0, repeated: 2 })
  })

  it.each([
    ['yes', 10_000],
    ['TRUE', 10_000],
    ['-$40.00', 4000],
    ['($40.00)', 4000],
    ['no', 0],
    ['', 0],
    ['0.00', 0],
    ['N/A', 0],
  ])('with "%s" refunds %i cents', async (cell, cents) => {
    const app = await createTestApp()
    expect(await check(app, file(cell, 'Refunded'))).toMatchObject({ added: 1, refundedAmount: cents, refused: 0 })
  })

  it.each([
    ['1', 'refundedAmount: Use dollars and cents, such as 12.50, or yes if all of it was refunded.'],
    ['half', 'refundedAmount: Use dollars and cents, such as 12.50, or yes if all of it was refunded.'],
    ['100.01', 'refundedAmount: More was refunded than was given.'],
  ])('with "%s" is refused', async (cell, reason) => {
    const app = await createTestApp()
    expect(reasons(await check(app, file(cell, 'Refunded')))).toEqual({ 2: reason })
  })

  it('explains the status "Refunded"', async () => {
    const app = await createTestApp()
    const report = await check(
      app,
      `${file('100,Refunded', 'Amount Refunded,Status')}\nT2,2026-02-09,50,${person},,Refunded`,
    )
    expect(report).toMatchObject({ added: 1, refunded: 1, refused: 1 })
  })

  it('may stand in a row without an amount, for a gift of another row', async () => {
    const app = await createTestApp()
    const report = await check(
      app,
      `${head},Refund Amount,Refund Date\nT1,2026-02-09,100,${person},,\nT1,2026-02-09,,${person},40,2026-02-20`,
    )
    expect(report).toMatchObject({ added: 1, refunded: 1, refundedAmount: 4000, refused: 0 })
  })

  it('may be all that a file has, with its day and the payment ID', async () => {
    const app = await createTestApp()
    await importFile(app, `${head}\nT1,2026-02-09,100,${person}\nT2,2026-02-09,50,${person}`)
    const refunds = [
      'Transaction ID,Refund Date,Refund Amount,First Name,Last Name,Email',
      `T1,2026-02-20,40.00,${person}`,
      `T2,2026-02-21,$50.00,${person}`,
      `T3,2026-02-21,$50.00,${person}`,
      `T1,2026-02-22,0.00,${person}`,
    ].join('\n')
    const { report } = await importFile(app, refunds)
    expect(report).toMatchObject({ missing: [], added: 0, refunded: 2, refundedAmount: 9000, refused: 2 })
    expect(reasons(report)[4]).toBe('paymentId: No donation with this payment ID is imported.')
    expect(await totals(app)).toEqual([[2026, 6000, 9000]])
    expect(await check(app, refunds)).toMatchObject({ added: 0, refunded: 0, repeated: 2 })
  })

  it('can be chosen on screen; net amounts and fees are only amounts if staff say so', async () => {
    const app = await createTestApp()
    const net = 'Date,Name,Email,Net,Fee,Money back\n2026-02-09,Tess Marlow,tess@example.com,97,3,20'
    expect(await check(app, net)).toMatchObject({ plan: null, missing: ['amount'] })
    const mapping = JSON.stringify({ net: 'amount', moneyback: 'refundedAmount' })
    expect(await check(app, net, { query: { mapping } })).toMatchObject({ addedAmount: 9700, refundedAmount: 2000 })
  })
})

describe('refunds as platforms write them', () => {
  it('Stripe: with its own ids, days of UTC and refunds in columns', async () => {
    const app = await createTestApp()
    const stripe = [
      'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Fee,PaymentIntent ID,Refunded date (UTC),Status,Customer Email,Customer Name,Mode',
      'ch_1,2026-02-10 02:33:08,100.00,40.00,usd,true,3.20,pi_1,2026-02-20 18:00:00,Paid,tess@example.com,Tess Marlow,Live',
      'ch_2,2026-02-10 02:34:08,25.00,0.00,usd,false,0,pi_2,,Failed,owen@example.com,Owen Pratt,Live',
      'ch_3,2026-02-10 02:35:08,25.00,0.00,cad,true,0,pi_3,,Paid,ida@example.com,Ida Voss,Live',
      'ch_4,2026-02-10 02:36:08,25.00,0.00,usd,true,0,pi_4,,Paid,ada@example.com,Ada Reed,Test',
    ].join('\n')
    const { report } = await importFile(app, stripe)
    expect(report).toMatchObject({ platform: 'Stripe', added: 1, refunded: 1, refused: 3 })
    expect(reasons(report)[4]).toContain('isn’t in US dollars')
    expect(await gifts(app)).toMatchObject([
      { paymentId: 'ch_1', createdAt: '2026-02-10T02:33:08.000Z', refundedAt: '2026-02-20T18:00:00.000Z' },
    ])
    // It was still February 9 here, and is the same gift the next time.
    expect(await check(app, stripe)).toMatchObject({ added: 0, refunded: 0, repeated: 1 })
  })

  it('PayPal: a refund names the payment that it is of, and times have a zone of their own', async () => {
    const app = await createTestApp()
    const paypal = [
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","Transaction ID","Reference Txn ID"',
      '"02/09/2026","23:33:08","PST","Tess Marlow","Donation Payment","Completed","USD","100.00","-3.20","96.80","tess@example.com","8AB1",""',
      '"02/20/2026","09:00:00","PST","Tess Marlow","Payment Refund","Completed","USD","-40.00","1.00","-39.00","tess@example.com","9CD2","8AB1"',
      '"07/09/2026","23:33:08","PDT","Owen Pratt","Subscription Payment","Completed","USD","5.00","-0.50","4.50","owen@example.com","7EF3","I-SUB1"',
    ].join('\r\n')
    const { report } = await importFile(app, paypal)
    expect(report).toMatchObject({
      platform: 'PayPal',
      added: 2,
      addedAmount: 10_500,
      refunded: 1,
      refundedAmount: 4000,
    })
    expect(await gifts(app)).toMatchObject([
      { paymentId: '7EF3', createdAt: '2026-07-10T06:33:08.000Z' },
      { paymentId: '8AB1', createdAt: '2026-02-10T07:33:08.000Z', refundedAt: '2026-02-20T17:00:00.000Z' },
    ])
    expect(await check(app, paypal)).toMatchObject({ repeated: 3, added: 0, refunded: 0 })
  })
})

describe('a refund that two files tell', () => {
  it('without its day and later in a row of its own is left to staff, and never counted twice', async () => {
    const app = await createTestApp()
    const first = await importFile(app, file('40.00', 'Amount Refunded'))
    expect(first.report.notes).toMatchObject([{ note: expect.stringContaining('doesn’t say when'), lines: [2] }])
    const later = `${head}\nT1,2026-02-20,-40,${person}`
    const report = await check(app, later)
    expect(report).toMatchObject({ refunded: 0, refused: 1 })
    expect(reasons(report)[2]).toContain('may be this one')
    // A larger one cannot be that one, and all that was refunded so far settles it.
    expect(await check(app, `${head}\nT1,2026-02-20,-60,${person}`)).toMatchObject({ refunded: 1 })
    await importFile(app, file('80.00', 'Amount Refunded'))
    expect(await totals(app)).toEqual([[2026, 2000, 8000]])
    expect(await check(app, file('80.00', 'Amount Refunded'))).toMatchObject({ refunded: 0, repeated: 1 })
  })

  it('with days of one week is left to staff, and with others is two', async () => {
    const app = await createTestApp()
    await importFile(app, file('40.00,2026-02-20'))
    const row = (day: string) => `${head}\nT1,${day},-40,${person}`
    expect(await check(app, row('2026-02-20'))).toMatchObject({ repeated: 1 })
    expect(await check(app, row('2026-02-23'))).toMatchObject({ refused: 1 })
    expect(await check(app, row('2026-03-20'))).toMatchObject({ refunded: 1, refused: 0 })
    // A later export of the same platform has both, so the second is another one, whatever the order.
    for (const days of [
      ['2026-02-20', '2026-02-23'],
      ['2026-02-23', '2026-02-20'],
    ]) {
      const later = [head, ...days.map((day) => `T1,${day},-40,${person}`)].join('\n')
      expect(await check(app, later)).toMatchObject({ repeated: 1, refunded: 1, refused: 0 })
    }
    // In one file they are what the platform lists.
    const both = `${head}\nT2,2026-02-09,100,${person}\nT2,2026-02-20,-40,${person}\nT2,2026-02-21,-40,${person}`
    expect(await check(app, both)).toMatchObject({ added: 1, refunded: 2 })
  })

  it('above its gift, as files with the newest row first have it, is read after it', async () => {
    const app = await createTestApp()
    const rows = Array.from({ length: 300 }, (_, n) => `T${n},2026-02-09,25,${person}`)
    const refunds = rows.slice(0, 260).map((row) => row.replace('02-09,25', '03-09,-10'))
    const csv = [`${head},Note`, 'T299,2026-03-10,-25,Tess,Marlow,tess@example.com,first', ...refunds, ...rows].join(
      '\n',
    )
    const { report, done } = await importFile(app, csv)
    expect(report).toMatchObject({ rows: 561, added: 300, refunded: 261, refundedAmount: 262_500, refused: 0 })
    expect(done.written).toBe(561)
    expect(await totals(app)).toEqual([[2026, 487_500, 262_500]])
    expect(await check(app, csv)).toMatchObject({ added: 0, refunded: 0, repeated: 561 })
    expect(reasons(await check(app, `${head}\nX1,2026-03-10,-25,${person}\nX1,2026-03-11,-25,${person}`))).toEqual({
      2: 'paymentId: No donation with this payment ID is imported.',
      3: 'paymentId: No donation with this payment ID is imported.',
    })
    await undo(app, done.id)
    await expect.poll(() => gifts(app)).toEqual([])
  })

  it('of each gift of a series, on one day, is one for each', async () => {
    const app = await createTestApp()
    const series = `${head}\nT1,2026-01-09,25,${person}\nT1,2026-02-09,25,${person}`
    const back = `${series}\nT1,2026-02-20,-25,${person}\nT1,2026-02-20,-25,${person}\nT1,2026-02-20,-25,${person}`
    const { report } = await importFile(app, back)
    expect(report).toMatchObject({ added: 2, refunded: 2, refundedAmount: 5000, repeated: 1, refused: 0 })
    expect(await totals(app)).toEqual([[2026, 0, 5000]])
    expect(await check(app, back)).toMatchObject({ added: 0, refunded: 0, repeated: 5 })
  })

  it('with the day of the gift is of that gift of a series', async () => {
    const app = await createTestApp()
    await importFile(app, `${head}\nT1,2026-01-09,25,${person}`)
    const february = `${head},Refund Date\nT1,2026-02-09,25,${person},2026-02-20`
    const { report } = await importFile(app, february)
    expect(report).toMatchObject({ added: 1, refunded: 1 })
    expect(await gifts(app)).toMatchObject([
      { createdAt: '2026-02-09T05:00:00.000Z', refunded: 2500 },
      { createdAt: '2026-01-09T05:00:00.000Z', refunded: 0 },
    ])
  })
})

describe('what a row is', () => {
  it('may stand in a column of types, where a refund has no sign', async () => {
    const app = await createTestApp()
    const typed = (type: string, amount = '50') => `T1,2026-02-09,${amount},${person},${type}`
    const { report } = await importFile(
      app,
      [
        `${head},Type`,
        typed('Donation'),
        typed('Refund', '20'),
        typed('Refund fee', '1'),
        typed('Payout', '500'),
        typed('Donation', '50'),
      ].join('\n'),
    )
    expect(report).toMatchObject({ added: 1, refunded: 1, refundedAmount: 2000, repeated: 1, refused: 2 })
    const reason = 'paymentStatus: This row is a payout, a transfer or a fee, not a gift.'
    expect(reasons(report)).toEqual({ 4: reason, 5: reason })
    expect(await totals(app)).toEqual([[2026, 3000, 2000]])
  })

  it('"Refunded" takes all of a gift back that is known, and adds none', async () => {
    const app = await createTestApp()
    const gift = (status: string) => `${head},Status\nT1,2026-02-09,50,${person},${status}`
    expect(await check(app, gift('Refunded'))).toMatchObject({ added: 0, refunded: 0, refused: 1 })
    await importFile(app, gift('Completed'))
    const { report } = await importFile(app, gift('Refunded'))
    expect(report).toMatchObject({ refunded: 1, refundedAmount: 5000, notes: [{ rows: 1 }] })
    expect(await donors(app)).toBe(0)
    expect(await check(app, gift('Refunded'))).toMatchObject({ refunded: 0, repeated: 1 })
  })

  it('"Partially refunded" is a gift, and the dry run says that the file does not tell how much', async () => {
    const app = await createTestApp()
    const gift = (refund: string) =>
      `${head},Amount Refunded,Status\nT1,2026-02-09,50,${person},${refund},Partially refunded`
    expect(await check(app, gift(''))).toMatchObject({
      added: 1,
      refunded: 0,
      notes: [{ note: expect.stringContaining('doesn’t say how much'), lines: [2] }],
    })
    // All of it would go back on that day otherwise.
    const dated = `${head},Refund Date,Status\nT1,2026-02-09,50,${person},2026-02-20,Partially refunded`
    expect(await check(app, dated)).toMatchObject({ added: 0, refused: 1 })
    expect(await check(app, gift('20'))).toMatchObject({
      added: 1,
      refunded: 1,
      refundedAmount: 2000,
      notes: [{ note: expect.stringContaining('doesn’t say when') }],
    })
  })

  it('is no refund where that failed', async () => {
    const app = await createTestApp()
    const rows = `${head},Status\nT1,2026-02-09,50,${person},Completed\nT1,2026-02-20,-50,${person},Failed`
    expect(await check(app, rows)).toMatchObject({ added: 1, refunded: 0, refused: 1 })
  })
})

it('amounts in cents are told by their heading', async () => {
  const app = await createTestApp()
  const cents = 'Donation ID,Date,Amount in cents,Name,Email\nT1,2026-02-09,2550,Tess Marlow,tess@example.com'
  expect(await check(app, cents)).toMatchObject({ added: 1, addedAmount: 2550 })
  const other = cents.replace('Amount in cents', 'gift_cents')
  expect(await check(app, other)).toMatchObject({ missing: ['amount'] })
  const query = { mapping: JSON.stringify({ giftcents: 'amount' }) }
  expect(await check(app, other, { query })).toMatchObject({ addedAmount: 2550 })
})

it.each([
  ['Anonymous,Is public', 'Yes,', false],
  ['Is anonymous,Is public', 'TRUE,yes', false],
  ['Make Donation Anonymous,Is public', 'No,', true],
  ['is_private,Is public', ',no', false],
  ['Anonymous,Is public', 'Anonymous,', false],
])('a donor who wants not to be named is told by "%s" with "%s"', async (columns, cells, isPublic) => {
  const app = await createTestApp()
  await importFile(app, `${head},${columns}\nT1,2026-02-09,50,${person},${cells}`)
  expect((await app.get('/api/admin/donations', { as: 'admin' })).json()).toMatchObject([{ isPublic }])
  const exported = (await app.get('/api/admin/exports/donations?format=csv&people=everyone', { as: 'admin' })).body
  expect(exported).toContain(isPublic ? ',true,' : ',false,')
  expect(await check(app, exported)).toMatchObject({ repeated: 1, changed: 0 })
})

it('a wish that is neither yes nor no is refused', async () => {
  const app = await createTestApp()
  const report = await check(app, `${head},Anonymous\nT1,2026-02-09,50,${person},perhaps`)
  expect(reasons(report)).toEqual({ 2: 'isAnonymous: Use yes or no.' })
})

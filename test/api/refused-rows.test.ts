import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { importDonations } from '../support/app/imported-file.ts'
import { check, reasons } from '../support/app/importing.ts'

const headings = 'firstName,lastName,email,amount,createdAt'
const file = (...lines: string[]) => [headings, ...lines].join('\n')
const ruth = 'Ruth,Gray,ruth@example.org,25,2026-03-01'

const send = ({ app }: TestApp, payload: string, { type = 'text/csv', as = 'admin' } = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/admin/imports/donations/check',
    headers: { 'sec-fetch-site': 'same-origin', cookie: `session=${as}`, 'content-type': type },
    payload,
  })

describe('a row is refused, with its line and reasons,', () => {
  it('for a wrong amount', async () => {
    const amounts = ['0', 'ten', '1.234', '21474836.48', '1e3', '']
    const found = await check(
      await createTestApp(),
      file(...amounts.map((amount) => `R,G,r@example.org,"${amount}",2026-03-01`)),
    )
    expect(Object.keys(reasons(found))).toEqual(['2', '3', '4', '5', '6', '7'])
    expect(reasons(found)[2]).toBe(
      'amount: Use dollars and cents above zero, such as 25 or 12.50; a refund is below zero.',
    )
  })

  it('for a day that does not exist or is not past', async () => {
    const days = ['2026-02-30', '2199-01-01', '1969-12-31', 'soon', '2026-03-01 25:00', '']
    const found = await check(await createTestApp(), file(...days.map((day) => `R,G,r@example.org,5,${day}`)))
    expect(Object.keys(reasons(found))).toEqual(['2', '3', '4', '5', '6', '7'])
    expect(reasons(found)).toMatchObject({
      2: 'createdAt: Use a day such as 2026-03-01 or 3/1/2026.',
      3: 'createdAt: This day is in the future or before 1970.',
    })
  })

  it('for a formula and for a card number, without quoting it', async () => {
    const csv = `${headings},employer,zipCode\n=HYPERLINK(1),Gray,r@example.org,5,2026-03-01,,\nRuth,Gray,r@example.org,5,2026-03-01,4242 4242 4242 4242,\nRuth,Gray,r@example.org,5,2026-03-01,,"=""04601"""`
    const found = await check(await createTestApp(), csv)
    expect(reasons(found)).toEqual({
      2: 'firstName: This is a formula. Paste its value instead.',
      3: 'employer: This looks like a card number. Remove it from the file.',
    })
    expect(JSON.stringify(found.refusedRows)).not.toContain('4242')
    expect(found.added).toBe(1)
  })

  it('for more cells than columns, since what they hold stands in the wrong place', async () => {
    const found = await check(
      await createTestApp(),
      file(ruth, 'Ruth,Gray, Jr.,ruth@example.org,25,2026-03-01', `${ruth},,`),
    )
    expect(reasons(found)).toEqual({ 3: expect.stringContaining('more cells than there are columns') })
  })

  it('for a donor who was erased', async () => {
    const app = await createTestApp()
    await importDonations(app, file(ruth))
    await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, { as: 'admin' })
    expect(reasons(await check(app, file(ruth)))).toEqual({
      2: 'This donor’s data was erased, so the donation cannot be imported again.',
    })
  })
})

describe('a file', () => {
  it('of 10 MB is read, a larger one or one with more than 100,000 rows is not', { tags: 'long' }, async () => {
    const app = await createTestApp()
    const rows = Array.from({ length: 5_200 }, (_, n) => `Ruth,Gray,r${n}@example.org,5,2026-03-01,${'x'.repeat(1900)}`)
    const csv = [`${headings},employer`, ...rows].join('\n')
    const found = await check(app, csv)
    expect(found).toMatchObject({ rows: 5_200, refused: 5_200 })
    expect(found.refusedRows).toHaveLength(200)
    expect((await send(app, `${csv}\n${csv}`)).statusCode).toBe(413)
    const many = await send(
      app,
      file(...Array.from({ length: 100_001 }, (_, n) => `R,G,r${n}@example.org,5,2026-03-01`)),
    )
    expect([many.statusCode, many.json().message]).toEqual([400, expect.stringContaining('100,000 rows')])
  })

  it('is sent as text/csv by an admin', async () => {
    const app = await createTestApp()
    expect((await send(app, file(ruth), { type: 'text/csv; charset=utf-8' })).statusCode).toBe(200)
    expect((await send(app, file(ruth), { type: 'application/json' })).statusCode).toBe(415)
    expect((await send(app, file(ruth), { as: 'supporter' })).statusCode).toBe(403)
  })
})

it('the list sorts, searches and counts donations, and a rebuild gives the same', async () => {
  const app = await createTestApp()
  await importDonations(
    app,
    file(ruth, 'Naomi,Hill,naomi@example.org,5,2026-02-01', 'Ben,Ames,ben@example.org,900,2026-01-01'),
  )
  const names = async (query: string) =>
    (await app.get(`/api/admin/donations${query}`, { as: 'admin' }))
      .json()
      .map(({ firstName }: { firstName: string }) => firstName)
  expect(await names('?sort=-amount')).toEqual(['Ben', 'Ruth', 'Naomi'])
  expect(await names('?sort=name')).toEqual(['Ben', 'Ruth', 'Naomi'])
  expect(await names('?q=hill')).toEqual(['Naomi'])
  expect(Object.values(await app.rebuildDiffers()).filter((rows) => rows > 0)).toEqual([])
})

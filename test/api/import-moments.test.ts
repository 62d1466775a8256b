import { expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { check, gifts, importFile, reasons } from '../support/app/importing.ts'

const head = 'First Name,Last Name,Email,Amount,Transaction ID'
const row = (id: string, cells: string) => `Tess,Marlow,tess@example.com,5,${id},${cells}`

it.each([
  // Winter and summer, where the name leaves it open.
  ['2/9/2026 5:33 PM ET', '2026-02-09T22:33:00.000Z'],
  ['7/9/2025 5:33 PM ET', '2025-07-09T21:33:00.000Z'],
  // No clock shows EST in July: what clocks showed is meant, except in the hour that comes twice.
  ['7/9/2025 5:33 PM EST', '2025-07-09T21:33:00.000Z'],
  ['7/9/2025 5:33 PM Eastern Standard Time', '2025-07-09T21:33:00.000Z'],
  ['2/9/2026 5:33 PM EDT', '2026-02-09T22:33:00.000Z'],
  ['7/9/2025 5:33 PM -0500', '2025-07-09T22:33:00.000Z'],
  ['11/2/2025 1:30 AM EST', '2025-11-02T06:30:00.000Z'],
  ['11/2/2025 1:30 AM EDT', '2025-11-02T05:30:00.000Z'],
  ['3/9/2025 2:30 AM EST', '2025-03-09T07:30:00.000Z'],
  ['7/9/2025 5:33 PM CT', '2025-07-09T22:33:00.000Z'],
  ['7/9/2025 5:33 PM Mountain Time', '2025-07-09T23:33:00.000Z'],
  ['7/9/2025 5:33 PM PT', '2025-07-10T00:33:00.000Z'],
  ['7/9/2025 5:33 PM AKT', '2025-07-10T01:33:00.000Z'],
  ['7/9/2025 5:33 PM America/Phoenix', '2025-07-10T00:33:00.000Z'],
  // The first of the two hours that a night of November has.
  ['11/2/2025 1:30 AM ET', '2025-11-02T05:30:00.000Z'],
  ['2026-02-09T18:03:22.123456+00:00', '2026-02-09T18:03:22.000Z'],
  ['1770658388', '2026-02-09T17:33:08.000Z'],
  ['1770658388000', '2026-02-09T17:33:08.000Z'],
])('a gift of %s was given at %s', async (text, createdAt) => {
  const app = await createTestApp()
  await importFile(app, `${head},Date\n${row('1', `"${text}"`)}`)
  expect(await gifts(app)).toMatchObject([{ createdAt }])
})

it('says in the dry run which times were read as what clocks showed', async () => {
  const app = await createTestApp()
  const days = ['7/9/2025 5:33 PM EST', '2/9/2026 5:33 PM EST', '7/10/2025 5:33 PM EST', '7/9/2025 5:33 PM ET']
  const csv = [`${head},Date`, ...days.map((day, id) => row(`${id}`, day))].join('\n')
  const { report } = await importFile(app, csv)
  expect(report.notes).toEqual([
    {
      note: 'EST is not the time of that season, so it was read as what clocks showed then.',
      rows: 2,
      lines: [2, 4],
    },
  ])
  // They say it once: nothing is read anew the next time.
  expect((await check(app, csv)).notes).toEqual([])
  const heading = `${head},Date (EST)\n${row('9', '7/9/2025 5:33 PM')}`
  expect((await check(app, heading)).notes).toMatchObject([{ rows: 1 }])
})

it('finds a gift again that an earlier release dated an hour off', async () => {
  const app = await createTestApp()
  const days = ['7/9/2025 5:33 PM', '7/9/2025 11:33 PM']
  // The meaning of 'EST' there in July.
  const before = (zone: string) =>
    [`${head},Date`, ...days.flatMap((day, id) => [row(`${id}`, `${day} ${zone}`), row('', `${day} ${zone}`)])].join(
      '\n',
    )
  await importFile(app, before('-0500'))
  const { report } = await importFile(app, before('EST'))
  expect(report).toMatchObject({ added: 0, changed: 4, refused: 0 })
  expect(report.changedRows).toContainEqual({ line: 5, changed: ['createdAt'] })
  expect((await gifts(app)).map(({ createdAt }) => createdAt).sort()).toEqual([
    '2025-07-09T21:33:00.000Z',
    '2025-07-09T21:33:00.000Z',
    '2025-07-10T03:33:00.000Z',
    '2025-07-10T03:33:00.000Z',
  ])
  expect(await check(app, before('EST'))).toMatchObject({ added: 0, changed: 0, repeated: 4 })
})

it('gives a reason with what to do for a day or time that is none', async () => {
  const app = await createTestApp()
  const days = ['2/9/2026 5:33 PM IST', '3/8/2026 2:30 AM ET', '3/8/2026 2:30', '1.77E+09', '2099-01-01', 'soon']
  const report = await check(app, [`${head},Date`, ...days.map((day, id) => row(`${id}`, day))].join('\n'))
  expect(reasons(report)).toEqual({
    2: 'createdAt: This time zone isn’t known. Write it as ET, UTC or -05:00.',
    3: expect.stringContaining('Clocks skipped this hour'),
    4: expect.stringContaining('Clocks skipped this hour'),
    5: expect.stringContaining('Your spreadsheet shortened this number.'),
    6: 'createdAt: This day is in the future or before 1970.',
    7: 'createdAt: Use a day such as 2026-03-01 or 3/1/2026.',
  })
})

it('refuses days that could be two where the file has both orders', async () => {
  const app = await createTestApp()
  const csv = [
    `${head},Date`,
    row('1', '3/2/2026'),
    row('2', '13/2/2026'),
    row('3', '2/2/2026'),
    row('4', 'Feb 9 2026'),
  ].join('\n')
  expect(reasons(await check(app, csv))).toEqual({
    2: expect.stringMatching(/^createdAt: Other rows have the day and the month in the other order: tick/),
    3: expect.stringContaining('or tick “The day comes first” above'),
  })
  expect(await check(app, csv, { query: { isDayFirst: 'true' } })).toMatchObject({ added: 4, refused: 0 })
  const other = `${head},Date\n${row('1', '3/2/2026')}\n${row('2', '2/13/2026')}`
  expect(reasons(await check(app, other, { query: { isDayFirst: 'true' } }))).toEqual({
    2: expect.stringContaining('untick “The day comes first”'),
    3: expect.stringContaining('or untick “The day comes first” above'),
  })
})

it('reads a time and a zone in columns of their own, or in the heading', async () => {
  const app = await createTestApp()
  await importFile(app, `${head},Date,Time,Time Zone\n${row('1', '2/9/2026,11:33 PM,US/Eastern')}`)
  await importFile(app, `${head},Donated At (UTC)\n${row('2', '2026-02-09 17:33')}`)
  await importFile(app, `${head},Date Received (ET)\n${row('3', '7/9/2025 17:33')}`)
  await importFile(app, `${head},Date (UTC)\n${row('4', '2026-02-01')}`)
  await importFile(app, `${head},Date,Time (PT)\n${row('5', '2026-02-01,9:00 AM')}`)
  const moments = Object.fromEntries((await gifts(app)).map(({ paymentId, createdAt }) => [paymentId, createdAt]))
  expect(moments).toEqual({
    1: '2026-02-10T04:33:00.000Z',
    2: '2026-02-09T17:33:00.000Z',
    3: '2025-07-09T21:33:00.000Z',
    // A day alone is the campaign's day.
    4: '2026-02-01T05:00:00.000Z',
    5: '2026-02-01T17:00:00.000Z',
  })
})

it('keeps one gift that two files date in two zones', async () => {
  const app = await createTestApp()
  await importFile(app, `${head},Date\n${row('1', '2026-02-10 02:00:00 UTC')}`)
  const here = `${head},Date\n${row('1', '2026-02-09 21:00:00')}`
  expect(await check(app, here)).toMatchObject({ added: 0, changed: 0, repeated: 1 })
})

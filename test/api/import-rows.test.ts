import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { forgetOldImports } from '../../backend/commands/imports/waiting-files.ts'
import type { ImportReport } from '../../contract/imports.ts'
import type { ImportKind } from '../../records/import-kinds.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { check, finished, gifts, importFile, rowsOf, start, withLines } from '../support/app/importing.ts'

const admin = { as: 'admin' } as const
const waiting = (fileId: string, rest = '') => `/api/admin/imports/waiting/${fileId}${rest}`

async function mend(app: TestApp, fileId: string, line: number, cells: { [place: number]: string }) {
  const body = { cells: Object.entries(cells).map(([place, text]) => ({ place: Number(place), text })) }
  const answer = await app.put(waiting(fileId, `/rows/${line}`), body, admin)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const statuses = async (app: TestApp, fileId: string) =>
  (await rowsOf(app, fileId)).map(({ line, status }) => `${line} ${status}`)

async function startAndFinish(app: TestApp, kind: ImportKind, plan: string | null) {
  const answer = await start(app, kind, plan)
  expect(answer.statusCode, answer.body).toBe(202)
  return finished(app, answer.json().id)
}

const head = 'First name,Last name,Email,Amount,Date,Payment ID,Shirt'

describe('the rows of a file that was checked', () => {
  it('are listed by what they would do, with all of their cells', async () => {
    const app = await createTestApp()
    await importFile(app, `${head}\nTess,Marlow,tess@example.com,5,2026-02-09,P1,M`)
    const report = await check(
      app,
      [
        head,
        'Tess,Marlow,tess@example.com,5,2026-02-09,P1,M',
        'Tess,Hill,tess@example.com,5,2026-02-09,P1,M',
        'Owen,Pratt,owen@example.com,ten,2026-02-09,P2,L',
        'Ida,Voss,ida@example.com,9,2026-02-09,P3,S',
      ].join('\n'),
    )
    expect(await statuses(app, report.id)).toEqual(['2 repeated', '3 refused', '4 refused', '5 added'])
    const answer = await app.get(waiting(report.id, '/rows?status=refused&limit=1&page=2'), admin)
    expect(answer.headers['x-total-count']).toBe('2')
    expect(answer.json()).toEqual([
      {
        line: 4,
        status: 'refused',
        reasons: ['amount: Use dollars and cents above zero, such as 25 or 12.50; a refund is below zero.'],
        changed: [],
        cells: ['Owen', 'Pratt', 'owen@example.com', 'ten', '2026-02-09', 'P2', 'L'],
      },
    ])
    for (const query of ['status=new', 'page=0', 'limit=51', 'x=1'])
      expect((await app.get(waiting(report.id, `/rows?${query}`), admin)).statusCode, query).toBe(400)
  })

  it('wait for those who leave the page, and are gone after a day or when they are discarded', async () => {
    const app = await createTestApp()
    const first = await check(app, 'Email\nnone', { kind: 'opt-outs', query: { name: 'list.csv' } })
    const second = await check(app, 'Email\ntess@example.com', { kind: 'opt-outs' })
    const list = async () => (await app.get('/api/admin/imports/waiting', admin)).json()
    expect(await list()).toMatchObject([
      { id: second.id, kind: 'opt-outs', name: '', rows: 1, refused: 0 },
      { id: first.id, kind: 'opt-outs', name: 'list.csv', rows: 1, refused: 1 },
    ])
    const {
      addedLines: _,
      refundedLines: __,
      repeatedLines: ___,
      changedRows: ____,
      refusedRows: _____,
      ...report
    } = first
    expect((await app.get(waiting(first.id), admin)).json()).toEqual(report)

    expect((await app.remove(waiting(first.id), admin)).statusCode).toBe(204)
    expect((await app.remove(waiting(first.id), admin)).statusCode).toBe(404)
    await app.database.knex('app.waiting_imports').update({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    expect(await list()).toEqual([])
    expect((await app.get(waiting(second.id), admin)).statusCode).toBe(404)
    expect((await start(app, 'opt-outs', second.plan)).statusCode).toBe(409)
    await forgetOldImports(app.database.knex)
    for (const table of ['app.waiting_imports', 'app.waiting_import_rows'])
      expect(await app.database.knex(table).select('*'), table).toEqual([])
  })

  it('are encrypted while they wait, and gone once they are imported', async () => {
    const app = await createTestApp()
    const report = await check(app, `${head}\nTess,Marlow,tess@example.com,5,2026-02-09,canary-1,Canary`, {
      query: { name: 'canary.csv' },
    })
    const stored = async () => {
      const { rows } = await app.database.pool.query<{ row: string }>(
        `SELECT file::text || encode(content, 'escape') || item::text || encode(cells, 'escape') AS row
         FROM app.waiting_imports AS file JOIN app.waiting_import_rows AS item ON item.file_id = file.id`,
      )
      return rows.map(({ row }) => row)
    }
    expect(await stored()).toEqual([expect.not.stringMatching(/tess|marlow|canary/i)])
    await startAndFinish(app, 'donations', report.plan)
    await expect.poll(stored).toEqual([])
  })

  it('are for admins', async () => {
    const app = await createTestApp()
    const { id } = await check(app, 'Email\ntess@example.com', { kind: 'opt-outs' })
    for (const [caller, status] of [
      [{}, 401],
      [{ as: 'supporter' }, 403],
    ] as const) {
      for (const path of ['/api/admin/imports/waiting', waiting(id), waiting(id, '/rows')])
        expect((await app.get(path, caller)).statusCode).toBe(status)
      expect((await app.put(waiting(id, '/rows/2'), { cells: [{ place: 0, text: 'a' }] }, caller)).statusCode).toBe(
        status,
      )
      expect((await app.remove(waiting(id), caller)).statusCode).toBe(status)
    }
    for (const path of [waiting(randomUUID()), waiting(randomUUID(), '/rows')])
      expect((await app.get(path, admin)).statusCode).toBe(404)
    expect((await app.get(waiting('none'), admin)).statusCode).toBe(400)
  })
})

describe('a row that is refused', () => {
  it('is mended cell by cell and checked at once, and the import takes it as it is then', async () => {
    const app = await createTestApp()
    const report = await check(
      app,
      [head, 'Owen,Pratt,owen@,5,2026-02-09,P2,L', 'Ida,Voss,ida@example.com,9,2026-02-09,P3,S'].join('\n'),
    )
    const half = await mend(app, report.id, 2, { 2: 'owen@example.com', 3: 'ten' })
    expect(half.row).toMatchObject({ line: 2, status: 'refused', reasons: [expect.stringMatching(/^amount: /)] })
    const { row, report: mended } = await mend(app, report.id, 2, { 3: '12.50' })
    expect(row).toMatchObject({
      status: 'added',
      reasons: [],
      cells: ['Owen', 'Pratt', 'owen@example.com', '12.50', '2026-02-09', 'P2', 'L'],
    })
    expect(mended).toMatchObject({ rows: 2, added: 2, refused: 0, addedAmount: 2150 })
    expect((await start(app, 'donations', report.plan)).statusCode).toBe(409)
    expect(await startAndFinish(app, 'donations', mended.plan)).toMatchObject({ added: 2, refused: 0, written: 2 })
    expect((await gifts(app)).map(({ email, amount }) => `${email} ${amount}`).sort()).toEqual([
      'ida@example.com 900',
      'owen@example.com 1250',
    ])
  })

  it.each<[string, ImportKind, string, number, { [place: number]: string }]>([
    [
      'a person who is in another row',
      'email-signups',
      'Email,First name,Source\ntess@example.com,Tess,Fair\nowen@example.com,Owen,Fair\nTESS@example.com,T,Fair',
      2,
      { 0: 'owen@example.com' },
    ],
    [
      'a gift of which another row is the refund',
      'donations',
      `${head}\nTess,Marlow,tess@example.com,-5,2026-02-11,P1,\nTess,Marlow,tess@example.com,ten,2026-02-09,P1,`,
      3,
      { 3: '25' },
    ],
    [
      'one of two equal gifts',
      'donations',
      `${head}\nTess,Marlow,tess@example.com,5,2026-02-09,,\nTess,Marlow,tess@example.com,six,2026-02-09,,`,
      3,
      { 3: '5' },
    ],
    [
      'the only day in the other order',
      'donations',
      `${head}\nTess,Marlow,tess@example.com,5,13/2/2026,P1,\nIda,Voss,ida@example.com,5,3/2/2026,P2,`,
      2,
      { 4: '2/13/2026' },
    ],
    [
      'a day, which is in the other order now',
      'donations',
      `${head}\nTess,Marlow,tess@example.com,5,2/13/2026,P1,\nIda,Voss,ida@example.com,5,3/2/2026,P2,`,
      2,
      { 4: '13/2/2026' },
    ],
    [
      'a row whose quotation marks do not match',
      'opt-outs',
      'Email,Reason\n"owen@example.com,bounced\nida@example.com,',
      2,
      { 0: 'owen@example.com', 1: 'bounced' },
    ],
  ])('changes the rows about the same as a check of the mended file would: %s', async (_, kind, csv, line, cells) => {
    const app = await createTestApp()
    const { id } = await check(app, csv, { kind })
    const { report } = await mend(app, id, line, cells)
    const mended = await rowsOf(app, id)
    const { choices } = report
    const again: ImportReport = (await app.put(waiting(id), choices, admin)).json()
    expect(await rowsOf(app, id)).toEqual(mended)
    expect({ ...again, plan: '' }).toEqual({ ...report, plan: '' })
    const text = mended.map(({ cells }) => cells.map((cell) => `"${cell}"`).join(','))
    const fresh = await check(app, [csv.split('\n')[0], ...text].join('\n'), { kind })
    expect((await rowsOf(app, fresh.id)).map(({ status, reasons }) => [status, reasons])).toEqual(
      mended.map(({ status, reasons }) => [status, reasons]),
    )
  })

  it('may be in a list without headings, whose columns are known by their cells', async () => {
    const app = await createTestApp()
    const { id } = await check(app, 'owen@example.com,bounced\nnobody,bounced', { kind: 'opt-outs' })
    const { report } = await mend(app, id, 2, { 0: 'ida@example.com' })
    expect(report).toMatchObject({ added: 2, refused: 0 })
    const again: ImportReport = (await app.put(waiting(id), report.choices, admin)).json()
    expect(again).toMatchObject({ added: 2, columns: [{ field: 'email' }, { field: 'reason' }] })
    const ignoring = { ...report.choices, mapping: { column1: '' } }
    expect((await app.put(waiting(id), ignoring, admin)).json()).toMatchObject({ plan: null, missing: ['email'] })
  })

  it('says what is wrong with a mend', async () => {
    const app = await createTestApp()
    const { id } = await check(app, 'Email\nnone', { kind: 'opt-outs' })
    const put = async (line: number | string, body: object) =>
      (await app.put(waiting(id, `/rows/${line}`), body, admin)).statusCode
    const cells = [{ place: 0, text: 'owen@example.com' }]
    expect(await put(7, { cells })).toBe(404)
    expect(await put('x', { cells })).toBe(400)
    for (const body of [{}, { cells: [] }, { cells: [{ place: 1, text: 'a' }] }, { cells: [{ place: -1, text: 'a' }] }])
      expect(await put(2, body), JSON.stringify(body)).toBe(400)
    expect(await put(2, { cells: [{ place: 0, text: 'a'.repeat(6001) }] })).toBe(400)
    expect(await put(2, { cells: [{ place: 0, text: '\0\ud800' }] })).toBe(200)
    expect(await put(2, { cells })).toBe(200)
  })
})

it('other choices read the rows that wait, and no file is sent again', async () => {
  const app = await createTestApp()
  const report = await check(app, 'Who,Where to write,Gift,When\nTess Marlow,tess@example.com,5,3/2/2026')
  expect(report).toMatchObject({
    plan: null,
    rows: 1,
    missing: ['email', 'firstName', 'lastName', 'amount', 'createdAt'],
  })
  const mapping = { who: 'name', wheretowrite: 'email', gift: 'amount', when: 'createdAt' }
  const choices = { mapping, isDayFirst: true, consentSource: '', consentAt: '' }
  const answer = await app.put(waiting(report.id), choices, admin)
  expect(answer.json()).toMatchObject({ added: 1, missing: [], choices })
  await startAndFinish(app, 'donations', answer.json().plan)
  expect(await gifts(app)).toMatchObject([{ lastName: 'Marlow', createdAt: '2026-02-03T05:00:00.000Z' }])
  const wrong = { ...choices, mapping: { who: 'isAdmin' } }
  const other = await check(app, 'Email\ntess@example.com', { kind: 'opt-outs' })
  expect((await app.put(waiting(other.id), wrong, admin)).statusCode).toBe(400)
  expect((await app.put(waiting(other.id), {}, admin)).statusCode).toBe(400)
})

it('rows that would do something else by now are skipped, and an erased person stays erased', async () => {
  const app = await createTestApp()
  await app.post('/api/email-signup', { email: 'gone@example.com' })
  const query = { consentSource: 'County fair' }
  const csv = 'Email,First name\ngone@example.com,G\nnew@example.com,N\nsame@example.com,S'
  const report = await check(app, csv, { kind: 'email-signups', query })
  expect(report).toMatchObject({ added: 2, changed: 1 })
  await app.post('/api/admin/erasures', { email: 'gone@example.com' }, admin)
  await app.post('/api/email-signup', { email: 'new@example.com' })
  const done = await startAndFinish(app, 'email-signups', report.plan)
  expect(done.written).toBe(1)
  const events = (await app.events()).filter(({ type }) => type === 'FileImportFinished')
  expect(events).toMatchObject([{ data: { written: 1, skipped: 1 } }])
  const people: { email: string; firstName: string | null }[] = (await app.get('/api/admin/emails', admin)).json()
  expect(people.map(({ email, firstName }) => `${email} ${firstName}`).sort()).toEqual([
    'erased@erased.invalid null',
    'new@example.com null',
    'same@example.com S',
  ])
  const again = await withLines(app, await check(app, csv, { kind: 'email-signups', query }))
  expect(again).toMatchObject({ changed: 1, repeated: 1, refusedRows: [{ line: 2 }] })
})

import { expect } from 'vitest'
import type { FileImport, ImportReport, ImportRow } from '../../../contract/imports.ts'
import type { ImportKind } from '../../../records/import-kinds.ts'
import type { TestApp } from './app.ts'

type Options = { kind?: ImportKind; query?: { [name: string]: string }; as?: string }

export const post = (
  { app }: TestApp,
  path: string,
  csv: string | Buffer,
  query: { [name: string]: string },
  as = 'admin',
) =>
  app.inject({
    method: 'POST',
    url: `/api/admin/imports/${path}?${new URLSearchParams(query)}`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: `session=${as}`, 'content-type': 'text/csv' },
    payload: csv,
  })

/** The report of a file, with the lines of each outcome. */
type Checked = ImportReport & {
  addedLines: number[]
  refundedLines: number[]
  repeatedLines: number[]
  changedRows: Pick<ImportRow, 'line' | 'changed'>[]
  refusedRows: Pick<ImportRow, 'line' | 'reasons'>[]
}

/** The rows of a file that waits, as far as the first pages go. */
export async function rowsOf(app: TestApp, fileId: string, status?: string): Promise<ImportRow[]> {
  const rows: ImportRow[] = []
  for (let page = 1; page <= 4; page++) {
    const query = new URLSearchParams({ page: String(page), ...(status !== undefined && { status }) })
    const answer = await app.get(`/api/admin/imports/waiting/${fileId}/rows?${query}`, { as: 'admin' })
    expect(answer.statusCode, answer.body).toBe(200)
    const found: ImportRow[] = answer.json()
    rows.push(...found)
    if (found.length < 50) break
  }
  return rows
}

export async function withLines(app: TestApp, report: ImportReport): Promise<Checked> {
  const lines = async (status: string) => (await rowsOf(app, report.id, status)).map(({ line }) => line)
  return {
    ...report,
    addedLines: await lines('added'),
    refundedLines: await lines('refunded'),
    repeatedLines: await lines('repeated'),
    changedRows: (await rowsOf(app, report.id, 'changed')).map(({ line, changed }) => ({ line, changed })),
    refusedRows: (await rowsOf(app, report.id, 'refused')).map(({ line, reasons }) => ({ line, reasons })),
  }
}

export async function check(app: TestApp, csv: string | Buffer, { kind = 'donations', query = {}, as }: Options = {}) {
  const answer = await post(app, `${kind}/check`, csv, query, as)
  expect(answer.statusCode, answer.body).toBe(200)
  return withLines(app, answer.json())
}

/** Imports a file that waits, as its check said. */
export const start = (app: TestApp, kind: ImportKind, plan: string | null, as = 'admin') =>
  app.app.inject({
    method: 'POST',
    url: `/api/admin/imports/${kind}?plan=${plan}`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: `session=${as}` },
  })

const imports = async (app: TestApp): Promise<FileImport[]> =>
  (await app.get('/api/admin/imports', { as: 'admin' })).json()

export async function finished(app: TestApp, id: string): Promise<FileImport> {
  return await expect
    .poll(async () => (await imports(app)).find((one) => one.id === id && one.finishedAt !== null), { timeout: 30_000 })
    .toBeDefined()
    .then(async () => {
      const found = (await imports(app)).find((one) => one.id === id)
      if (!found) throw new Error('The import is gone.')
      return found
    })
}

export async function importFile(app: TestApp, csv: string | Buffer, options: Options = {}) {
  const { kind = 'donations' } = options
  const report = await check(app, csv, options)
  const answer = await start(app, kind, report.plan)
  expect(answer.statusCode, answer.body).toBe(202)
  return { report, done: await finished(app, answer.json().id) }
}

export async function undo(app: TestApp, id: string): Promise<void> {
  const answer = await app.app.inject({
    method: 'POST',
    url: `/api/admin/imports/undo/${id}`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: 'session=admin' },
  })
  expect(answer.statusCode, answer.body).toBe(202)
}

export type Gift = {
  firstName: string
  lastName: string
  email: string
  amount: number
  refunded: number
  refundedAt: string | null
  createdAt: string
  paymentId: string | null
  zipCode: string | null
  address: string | null
}
export const gifts = async (app: TestApp): Promise<Gift[]> =>
  (await app.get('/api/admin/donations?limit=50', { as: 'admin' })).json()

/** Number of people that the segment of donors has. */
export const donors = async (app: TestApp): Promise<number> =>
  (await app.get('/api/email-segments/stats', { as: 'admin' }))
    .json()
    .find((segment: { segmentId: string }) => segment.segmentId === 'donors').count

/** Why rows are refused, by line. */
export const reasons = ({ refusedRows }: Pick<Checked, 'refusedRows'>): { [line: string]: string } =>
  Object.fromEntries(refusedRows.map(({ line, reasons }) => [line, reasons.join(' ')]))

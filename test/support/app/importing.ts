import { expect } from 'vitest'
import type { FileImport, ImportReport } from '../../../contract/imports.ts'
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

export async function check(app: TestApp, csv: string | Buffer, { kind = 'donations', query = {}, as }: Options = {}) {
  const answer = await post(app, `${kind}/check`, csv, query, as)
  expect(answer.statusCode, answer.body).toBe(200)
  const report: ImportReport = answer.json()
  return report
}

const imports = async (app: TestApp): Promise<FileImport[]> =>
  (await app.get('/api/admin/imports', { as: 'admin' })).json()

async function finished(app: TestApp, id: string): Promise<FileImport> {
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
  const { kind = 'donations', query = {} } = options
  const report = await check(app, csv, options)
  const answer = await post(app, kind, csv, { ...query, plan: report.plan ?? '' })
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
export const reasons = ({ refusedRows }: ImportReport): { [line: string]: string } =>
  Object.fromEntries(refusedRows.map(({ line, reasons }) => [line, reasons.join(' ')]))

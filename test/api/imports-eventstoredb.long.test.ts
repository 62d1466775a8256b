import { expect, it } from 'vitest'
import { type ImportKind, importKinds } from '../../records/import-kinds.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { check, importFile, undo } from '../support/app/importing.ts'
import { length } from '../support/run/length.ts'

/** More than two batches, the last of which is not full. */
const rows = length(500, 130)
const files: { [Kind in ImportKind]: [heading: string, line: (n: number) => string, refused: string] } = {
  donations: [
    'First name,Last name,Email,Amount,Date,Payment ID,Refund date',
    (n) => `Ruth,Hill,gift${n}@example.org,${n + 1},2026-02-11,P${n},${n === 0 ? '2026-02-12' : ''}`,
    'Ruth,Hill,none,5,2026-02-11,P,',
  ],
  'email-signups': ['Email,Consent source', (n) => `sign${n}@example.org,County fair`, 'none,County fair'],
  volunteers: [
    'Email,First name,Last name,Consent source',
    (n) => `help${n}@example.org,Ruth,Hill,County fair`,
    'none,Ruth,Hill,County fair',
  ],
  'opt-outs': ['Email', (n) => `stop${n}@example.org`, 'none'],
}
const shown: { [Kind in ImportKind]: string } = {
  donations: 'read.donations',
  'email-signups': 'read.email_signups',
  volunteers: 'read.volunteers WHERE NOT is_deleted',
  'opt-outs': 'read.mail_suppressions',
}

const countOf = async ({ database }: TestApp, kind: ImportKind) =>
  (await database.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${shown[kind]}`)).rows[0]?.count

it.each(importKinds)('EventStoreDB (imitated): %s are imported once, and their import is undone', async (kind) => {
  const app = await createTestApp({ log: 'eventstoredb' })
  const [heading, line, wrong] = files[kind]
  const lines = Array.from({ length: rows }, (_, n) => line(n))
  const file = [heading, ...lines.slice(0, 70), wrong, ...lines.slice(70)].join('\n')
  const { report, done } = await importFile(app, file, { kind })
  expect(report).toMatchObject({ rows: rows + 1, refused: 1, changed: 0, refunded: kind === 'donations' ? 1 : 0 })
  expect(done.written).toBe(rows + report.refunded)
  expect(await countOf(app, kind)).toBe(rows)

  expect(await check(app, file, { kind })).toMatchObject({ added: 0, changed: 0, refunded: 0, repeated: rows })
  const again = await importFile(app, file, { kind })
  expect(again.done.written).toBe(0)
  expect(await countOf(app, kind)).toBe(rows)

  await undo(app, done.id)
  await expect.poll(() => countOf(app, kind), { timeout: 30_000 }).toBe(0)
  expect(Object.entries(await app.rebuildDiffers()).filter(([, differing]) => differing > 0)).toEqual([])
  await expect.poll(async () => (await check(app, file, { kind })).added).toBe(rows)
})

import { expect, it, onTestFinished } from 'vitest'
import { longestHold, maxHold } from '../../../test/support/run/loop-hold.ts'
import { createImportFileReader } from './import-file-reader.ts'
import type { ReadFile } from './import-file-rows.ts'
import type { FileOptions } from './import-files.ts'
import type { ImportPace } from './import-pace.ts'
import { unpackedLines } from './packed-lines.ts'

const options: FileOptions = {
  kind: 'donations',
  chosen: [],
  remembered: [],
  isDayFirst: false,
  consentSource: '',
  consentAt: '',
  now: Date.parse('2026-03-01T00:00:00Z'),
}
const beside: Pick<ImportPace, 'letOthersFirst'> = { letOthersFirst: async () => {} }

const line = (n: number) => `Zoë,Hill,gift${n}@example.org,${n % 400},2/${(n % 9) + 1}/2026,P${n % 990}`
const fileOf = (rows: number) =>
  ['First name,Last name,Email,Amount,Date,Payment ID', ...Array.from({ length: rows }, (_, n) => line(n))].join('\n')

function readerWith({ timeout = 30_000, kind = options.kind }: { timeout?: number; kind?: FileOptions['kind'] } = {}) {
  const reader = createImportFileReader({ timeout })
  onTestFinished(reader.close)
  return (file: Uint8Array, pace = beside) => reader.read(file, { ...options, kind }, pace)
}

const rowsIn = async ({ parts }: ReadFile) =>
  (await Array.fromAsync(unpackedLines(parts, 250))).flat().map((line) => JSON.parse(line))

it('a file has the same rows whether it is read beside other work or in a thread', async () => {
  const read = readerWith()
  const text = fileOf(1000)
  const plain = await read(Buffer.from(text))
  const inThread = await read(Buffer.from(`\ufeff${text}`, 'utf16le'))
  expect([plain.head.encoding, inThread.head.encoding]).toEqual(['UTF-8', 'UTF-16'])
  expect(inThread).toMatchObject({ sharedIds: plain.sharedIds, refundKeys: plain.refundKeys })
  expect(plain.sharedIds).toContain('P3')

  const rows = await rowsIn(plain)
  expect(rows).toHaveLength(1000)
  expect(rows[999]).toMatchObject({ line: 1001, details: { email: 'gift999@example.org', paymentId: 'P9' } })
  expect(rows[0]).toMatchObject({ line: 2, reasons: [expect.stringMatching(/^amount: /)] })
  expect(await rowsIn(inThread)).toEqual(rows)
})

it('a large file lets other work have its turn, waits a moment for it after each, and longer between its parts', async () => {
  const read = readerWith()
  const file = Buffer.from(fileOf(40_000))
  const waited = { shortly: 0, longer: 0 }
  const pace = {
    async letOthersFirst(limit?: number) {
      waited[limit === undefined ? 'longer' : 'shortly']++
    },
  }
  const hold = await longestHold(() => read(file, pace))
  expect(hold).toBeLessThan(maxHold())
  expect(waited.longer).toBe(160)
  expect(waited.shortly).toBeGreaterThan(160)
  expect(file.length).toBe(0)
})

it.each([
  ['beside other work', Buffer.from(fileOf(5000))],
  ['in a thread', Buffer.from(fileOf(5000), 'utf16le')],
])('a file that takes too long is refused, read %s', async (_, file) => {
  await expect(readerWith({ timeout: 1 })(file)).rejects.toThrow('This file takes too long to read.')
})

it.each([
  ['beside other work', Buffer.from('BEGIN:VCARD')],
  ['in a thread', Buffer.from('BEGIN:VCARD', 'utf16le')],
])('what is no table is refused with what to do, read %s', async (_, file) => {
  await expect(readerWith()(file)).rejects.toThrow('These are contact cards (vCard).')
})

it.each([
  ['addresses', `email\n${'@.a'.repeat(66)}${' '.repeat(790)}!`],
  ['lines above the headings', `a@${'.'.repeat(3900)}@\n`.repeat(30)],
])('%s take no long turn whatever is in them', async (_, text) => {
  const read = readerWith({ kind: 'opt-outs' })
  const hold = await longestHold(() => read(Buffer.from(text)).catch(() => {}))
  expect(hold).toBeLessThan(maxHold())
})

import { expect, it, onTestFinished } from 'vitest'
import { longestHold, maxHold } from '../../../test/support/run/loop-hold.ts'
import { createImportFileReader } from './import-file-reader.ts'
import type { ReadFile } from './import-file-rows.ts'
import type { FileOptions } from './import-files.ts'
import type { ImportPace } from './import-pace.ts'

const options: FileOptions = { kind: 'donations', chosen: [], remembered: [] }
const beside: Pick<ImportPace, 'letOthersFirst'> = { letOthersFirst: async () => {} }

const line = (n: number) => `Zoë,Hill,gift${n}@example.org,${n % 400},2/${(n % 9) + 1}/2026,P${n % 990}`
const fileOf = (rows: number) =>
  ['First name,Last name,Email,Amount,Date,Payment ID', ...Array.from({ length: rows }, (_, n) => line(n))].join('\n')

function readerWith({ timeout = 30_000, kind = options.kind }: { timeout?: number; kind?: FileOptions['kind'] } = {}) {
  const reader = createImportFileReader({ timeout })
  onTestFinished(reader.close)
  return (file: Uint8Array, pace = beside) => reader.read(file, { ...options, kind }, pace)
}

const rowsIn = ({ rows }: ReadFile): unknown[] => rows.map(({ text }) => JSON.parse(text))

it('a file has the same rows whether it is read beside other work or in a thread', async () => {
  const read = readerWith()
  const text = fileOf(1000)
  const plain = await read(Buffer.from(text))
  const inThread = await read(Buffer.from(`\ufeff${text}`, 'utf16le'))
  expect([plain.head.encoding, inThread.head.encoding]).toEqual(['UTF-8', 'UTF-16'])
  expect({ ...inThread.head, encoding: 'UTF-8' }).toEqual(plain.head)

  const rows = rowsIn(plain)
  expect(rows).toHaveLength(1000)
  expect(rows[999]).toEqual({ line: 1001, cells: ['Zoë', 'Hill', 'gift999@example.org', '199', '2/1/2026', 'P9'] })
  expect(rowsIn(inThread)).toEqual(rows)
})

it('a large file lets other work have its turn, and waits a moment for it after each', async () => {
  const read = readerWith()
  const file = Buffer.from(fileOf(40_000))
  let waits = 0
  const pace = {
    async letOthersFirst() {
      waits++
    },
  }
  const hold = await longestHold(() => read(file, pace))
  expect(hold).toBeLessThan(maxHold())
  expect(waits).toBeGreaterThan(40)
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

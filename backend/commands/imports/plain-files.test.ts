import { describe, expect, it } from 'vitest'
import { isPlainFile } from './plain-files.ts'

const isPlain = (file: string | Buffer) => isPlainFile(Buffer.from(file), { over: () => null })

const headings = 'Email,Skills'
const columns = Array.from({ length: 100 }, (_, n) => `Column number ${n}`)

describe('a file is read beside other work', () => {
  it.each([
    ['a small one', `${headings}\na@example.org,Driving\n`],
    ['one of many columns', [columns, columns, columns].map((line) => line.join()).join('\r\n')],
    ['one with all cells in quotation marks', '"Email","Skills"\n"a@example.org","Cooking, driving"\n'],
    ['one with hundreds of blank lines', `${headings}\na@example.org,Driving\n${',\r\n'.repeat(900)}`],
    ['one without a line end', headings],
    ['an empty one', ''],
  ])('%s', async (_, file) => expect(await isPlain(file)).toBe(true))
})

describe('a file may have slow steps', () => {
  it.each([
    ['with a long line', `${headings}\na@example.org,${'-'.repeat(5000)}\n`],
    ['with a long last line', `${headings}\n${'-'.repeat(5000)}`],
    ['with lines that end as on old Macs', `${headings}\r${'a@example.org,Driving\r'.repeat(500)}`],
    ['with thousands of blank lines', `${headings}\n${'\n'.repeat(2000)}`],
    ['with thousands of lines of separators', `${headings}\n${',,"",\t;\r\n'.repeat(2000)}`],
    ['that an editor saved twice', '"Email,""Skills"""\n"a@example.org,""Driving"""\n'],
    ['in UTF-16', Buffer.from(`\ufeff${headings}`, 'utf16le')],
    ['in Windows-1252', Buffer.from('Name\nJosé', 'latin1')],
  ])('%s', async (_, file) => expect(await isPlain(file)).toBe(false))
})

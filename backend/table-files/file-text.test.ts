import { describe, expect, it } from 'vitest'
import { fileTextSteps } from './file-text.ts'

function readText(file: Uint8Array) {
  const steps = fileTextSteps(file)
  for (let count = 0; ; count++) {
    const step = steps.next()
    if (step.done) return { ...step.value, count }
  }
}
function fileText(file: Uint8Array) {
  const { count: _, ...text } = readText(file)
  return text
}

const words = 'firstName,lastName\r\nJosé,Núñez\r\nZoë,O’Brien\r\n'

describe('the text of a file', () => {
  it('is read in UTF-8, with and without a byte order mark', () => {
    expect(fileText(Buffer.from(words))).toEqual({ text: words, encoding: 'UTF-8', isAssumed: false })
    expect(fileText(Buffer.from(`\ufeff${words}`)).text).toBe(words)
  })

  it('is read in UTF-16 of both kinds, as "Unicode Text" of spreadsheets is', () => {
    const little = Buffer.from(`\ufeff${words}`, 'utf16le')
    expect(fileText(little)).toEqual({ text: words, encoding: 'UTF-16', isAssumed: false })
    expect(fileText(Buffer.from(little).swap16())).toEqual({ text: words, encoding: 'UTF-16', isAssumed: false })
    expect(fileText(little.subarray(2))).toEqual({ text: words, encoding: 'UTF-16', isAssumed: true })
  })

  it('is assumed to be Windows-1252 where it is no UTF-8, and says so', () => {
    const old = Buffer.from(words.replace('’', '\x92'), 'latin1')
    expect(fileText(old)).toEqual({ text: words, encoding: 'Windows-1252', isAssumed: true })
  })

  it('is read where half a character or the end of an old program stands behind it', () => {
    const little = Buffer.from(`\ufeff${words}`, 'utf16le')
    expect(fileText(Buffer.concat([little, Buffer.from('\n')]))).toMatchObject({ text: words, encoding: 'UTF-16' })
    for (const end of ['\x1a', '\x1a\r\n', '\0\0\0'])
      expect(fileText(Buffer.from(words + end)).text).toBe(words.trimEnd())
  })

  it('is read line by line where only some lines are UTF-8, or the last letter was cut off', () => {
    const old = Buffer.from('Zo\xeb,Lee\r\n', 'latin1')
    expect(fileText(Buffer.concat([Buffer.from(words), old]))).toEqual({
      text: `${words}Zoë,Lee\r\n`,
      encoding: 'UTF-8',
      isAssumed: true,
    })
    expect(fileText(Buffer.concat([Buffer.from(words), Buffer.from('Zo\xc3', 'latin1')])).text).toBe(`${words}ZoÃ`)
  })

  it('is read once more where it was read as Windows-1252 and written again, and says that this was assumed', () => {
    const again = Buffer.from(words.replace('’', '\u2019')).toString('latin1').replace('\x80', '€').replace('\x99', '™')
    expect(again).toContain('JosÃ©')
    expect(fileText(Buffer.from(again))).toEqual({ text: words, encoding: 'UTF-8', isAssumed: true })
    for (const right of ['Ã,Â©', 'Ângela,São Tomé', 'Señor Ñ', 'naïve – “quoted”'])
      expect(fileText(Buffer.from(right))).toEqual({ text: right, encoding: 'UTF-8', isAssumed: false })
    expect(fileText(Buffer.from('JosÃ©\nZoë\n')).text).toBe('José\nZoë\n')
  })

  it('is mended in steps of at most a hundred lines where it was encoded twice', () => {
    const { text, count } = readText(Buffer.from('Ã©\n'.repeat(50_000)))
    expect(text).toBe('é\n'.repeat(50_000))
    expect(count).toBeGreaterThanOrEqual(500)
  })

  it('is refused where there is none', () => {
    expect(() => fileText(Buffer.from('a\0b,c'))).toThrow('This file is not text.')
    expect(() => fileText(Buffer.from('PK\x03\x04...'))).toThrow('This is a spreadsheet, not a CSV file.')
  })

  it.each([
    ['PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0[Content_Types].xml', 'This is a spreadsheet'],
    [`PK\x03\x04${'\0'.repeat(26)}donors.csv`, 'This is a zip file. Unpack it'],
    ['\xd0\xcf\x11\xe0\xa1\xb1', 'This is an old or password-protected spreadsheet'],
    ['\x1f\x8b\x08', 'This file is compressed'],
    ['%PDF-1.7', 'This is a PDF'],
    ['<html xmlns:x="urn"><table><tr><td>Email</td></tr></table>', 'This is a web page with a table'],
    ['<?xml version="1.0"?><Workbook/>', 'This is a web page with a table'],
    ['BEGIN:VCARD\nVERSION:3.0', 'These are contact cards'],
    ['[{"email":"tess@example.com"}]', 'This is a JSON file'],
    ['{\\rtf1', 'This is a text document'],
  ])('%j is refused with what to do', (text, message) => {
    expect(() => fileText(Buffer.from(text, 'latin1'))).toThrow(message)
  })
})

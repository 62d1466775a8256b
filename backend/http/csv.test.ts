import { expect, it } from 'vitest'
import { writeCsv } from './csv.ts'

it('has a header row and CRLF line breaks', () => {
  expect(writeCsv(['Name', 'Email'], [['Ruth', 'ruth@example.org']])).toBe('Name,Email\r\nRuth,ruth@example.org\r\n')
  expect(writeCsv(['Name'], [])).toBe('Name\r\n')
})

it('quotes commas, semicolons, tabs, quotes and line breaks, and nothing else', () => {
  expect(writeCsv(['a'], [['Gray, Ruth'], ['the "great"'], ['two\nlines'], ['روث 🌽'], ['Gray;=1+1'], ['a\tb']])).toBe(
    'a\r\n"Gray, Ruth"\r\n"the ""great"""\r\n"two\nlines"\r\nروث 🌽\r\n"Gray;=1+1"\r\n"a\tb"\r\n',
  )
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('prevents %j from being read as a formula', (text) => {
  const file = writeCsv(['a'], [[text]])
  expect(file.replace('a\r\n', '').replace(/^"/, '').startsWith(`'${text}`)).toBe(true)
})

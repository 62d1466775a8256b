import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { csvRow, writeCsv } from './csv.ts'

it('is marked as UTF-8 and has a header row and CRLF line breaks', () => {
  expect(writeCsv(['Name', 'Email'], [['Ruth', 'ruth@example.org']])).toBe(
    '\uFEFFName,Email\r\nRuth,ruth@example.org\r\n',
  )
  expect(writeCsv(['Name'], [])).toBe('\uFEFFName\r\n')
})

it('quotes commas, semicolons, tabs, quotes and line breaks only', () => {
  expect(writeCsv(['a'], [['Gray, Ruth'], ['the "great"'], ['two\nlines'], ['روث 🌽'], ['Gray;=1+1'], ['a\tb']])).toBe(
    '\uFEFFa\r\n"Gray, Ruth"\r\n"the ""great"""\r\n"two\nlines"\r\nروث 🌽\r\n"Gray;=1+1"\r\n"a\tb"\r\n',
  )
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠SUM(A1)', ' =1+1', '\u00a0-1'])(
  'prevents %j from being read as a formula',
  (text) => {
    const file = writeCsv(['a'], [[text]])
    expect(file.replace('\uFEFFa\r\n', '').replace(/^"/, '').startsWith(`'${text}`)).toBe(true)
  },
)

it('writes numbers, yes and no, and empty cells', () => {
  expect(csvRow([7, 0.1, 1e21, -1, true, false, null, ''])).toBe("7,0.1,1e+21,'-1,true,false,,\r\n")
})

it('keeps no memory of a million ids', () => {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { csvRow } from ${JSON.stringify(import.meta.resolve('./csv.ts'))}
    const used = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size
    const before = used()
    for (let id = 1; id <= 1_000_000; id++) csvRow([id, 'ruth@example.org'])
    console.log(used() - before)`
  const flags = ['--max-semi-space-size=4', '--input-type=module', '--eval', script]
  expect(Number(execFileSync(process.execPath, flags).toString())).toBeLessThan(5_000_000)
})

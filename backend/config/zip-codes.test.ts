import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readZipCodes } from './zip-codes.ts'

const read = (...lines: string[]) => readZipCodes(['zip,share', ...lines].join('\n'))

describe('the list of ZIP codes', () => {
  it('says which share of each lies in the district; without one, all of it', () => {
    const { shares, wrong } = read('47901,0.43', '47905,1', '', '47906,', '46052')
    expect([...shares]).toEqual([
      ['47901', 0.43],
      ['47905', 1],
      ['47906', 1],
      ['46052', 1],
    ])
    expect(wrong).toEqual([])
  })

  it('may come from a spreadsheet: quotation marks, semicolons, other ends of lines', () => {
    const { shares, wrong } = readZipCodes('ZIP;Share\r\n"47901";".5"\r\n02134;0\r\n')
    expect([...shares]).toEqual([
      ['47901', 0.5],
      ['02134', 0],
    ])
    expect(wrong).toEqual([])
  })

  it.each([
    ["line 3: '2134' has lost its zero in front. Write 02134", '2134'],
    ["line 3: 'K1A 0B6' is no ZIP code of five digits", 'K1A 0B6,1'],
    ["line 3: '47905-1234' is no ZIP code of five digits", '47905-1234'],
    ['line 3: 47901 stands there twice', '47901'],
    ["line 3: the share '43%' must be a number from 0 to 1, such as 0.43", '47905,43%'],
    ["line 3: the share '1.5' must be a number from 0 to 1, such as 0.43", '47905,1.5'],
    ["line 3: the share '-1' must be a number from 0 to 1, such as 0.43", '47905,-1'],
    ['line 3: there are more than two cells', '47905,0,43'],
  ])('says what is wrong: %s', (sentence, line) => expect(read('47901', line).wrong).toEqual([sentence]))

  it('needs its headings and a ZIP code', () => {
    expect(readZipCodes('47901\n47905').wrong).toEqual(['line 1 must be zip,share'])
    expect(read().wrong).toEqual(['it lists no ZIP code'])
  })

  it('names five wrong lines, and how many more there are', () => {
    const { wrong } = read(...Array.from({ length: 2000 }, () => 'x'.repeat(2000)))
    expect(wrong).toHaveLength(6)
    expect(wrong.at(-1)).toBe('1995 more lines are wrong')
    expect(wrong.join().length).toBeLessThan(500)
  })

  it('of the example is right, and known as an example', () => {
    const example = join(import.meta.dirname, '..', '..', 'docs', 'campaign-example', 'zip-codes.csv')
    const { shares, wrong, hasSamples } = readZipCodes(readFileSync(example, 'utf8'))
    expect([shares.size, wrong, hasSamples]).toEqual([3, [], true])
    expect(read('47901').hasSamples).toBe(false)
  })
})

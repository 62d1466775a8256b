import { describe, expect, it } from 'vitest'
import { delimitedRows, separatorOf } from './delimited-rows.ts'

const rowsOf = (text: string) => [...delimitedRows(text, separatorOf(text))]
const cellsOf = (text: string) => rowsOf(text).map((row) => ('cells' in row ? row.cells : row.problem.slice(0, 19)))

describe('the rows of a file', () => {
  it.each([
    ['commas', 'a,b\n1,2'],
    ['semicolons', 'a;b\n1;2'],
    ['tabs', 'a\tb\n1\t2'],
    ['a line that names the separator', 'sep=;\r\na;b\r\n1;2'],
    ['the same in quotation marks', '"sep=;"\r\na;b\r\n1;2'],
    ['blank lines before the headings', '\r\n,,\r\na,b\n1,2'],
    ['line ends of three kinds', '\ra,b\r\n\n1,2\r\r\n'],
  ])('are separated by %s', (_, text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('keep separators, line breaks and doubled marks inside of quotation marks, and their lines', () => {
    expect(rowsOf('a,b\n"x, y","1\r\n2"\n"say ""hi""" , z\n')).toEqual([
      { line: 1, start: 0, cells: ['a', 'b'] },
      { line: 2, start: 4, cells: ['x, y', '1\r\n2'] },
      { line: 4, start: 18, cells: ['say "hi"', ' z'] },
    ])
  })

  it('take a separator in quoted headings for text', () => {
    expect(cellsOf('"a,b,c";d\n1;2')).toEqual([
      ['a,b,c', 'd'],
      ['1', '2'],
    ])
  })

  it('keep a quotation mark inside of a cell', () => {
    expect(cellsOf('a,b\nThe 6" pipe,2\nBob "Bo" Ray,3')).toEqual([
      ['a', 'b'],
      ['The 6" pipe', '2'],
      ['Bob "Bo" Ray', '3'],
    ])
  })

  it.each([
    ['that never ends', 'a,b\n"oops,2\nx,3\ny,4'],
    ['that a later quoted cell seems to end', 'a,b\n"oops,2\nx,3\ny,"4"'],
    ['that ends within its cell', 'a,b\n"Bob" Ray,2\nx,3\ny,4'],
  ])('lose only the row with a mark %s', (_, text) => {
    expect(cellsOf(text)).toEqual([['a', 'b'], 'The quotation marks', ['x', '3'], ['y', '4']])
  })

  it('say so where two stray marks hide rows between them, and never read these', () => {
    const hidden = 'a,b,c,d\n1,x@example.com,5,"oops\n2,y@example.com,5,z\n3,v@example.com,5,6"\n4,w@example.com,5,z'
    expect(rowsOf(hidden)).toEqual([
      { line: 1, start: 0, cells: ['a', 'b', 'c', 'd'] },
      { line: 2, problem: expect.stringContaining('has other rows inside of it') },
      { line: 5, start: 73, cells: ['4', 'w@example.com', '5', 'z'] },
    ])
    const comment = 'a,b,c,d\n1,x@example.com,5,"Write to\ny@example.com, please"'
    expect(cellsOf(comment)[1]).toHaveLength(4)
  })

  it('keep a name in quotation marks with the address behind it', () => {
    expect(cellsOf('a,b\n"Marlow, Tess" <tess@example.com>,2\n"Marlow" <x>,3')).toEqual([
      ['a', 'b'],
      ['Marlow, Tess <tess@example.com>', '2'],
      'The quotation marks',
    ])
  })

  it('of a single column are read in one pass, since no separator follows', () => {
    const rows = delimitedRows('email\n'.repeat(1_000_000), { separator: ',', start: 0, line: 1 })
    let count = 0
    for (const _ of rows) count++
    expect(count).toBe(1_000_000)
  })

  it('are counted on after a spoiled one', () => {
    expect(rowsOf('a,b\n"oops,2\nx,3').map(({ line }) => line)).toEqual([1, 2, 3])
  })

  it('are refused one by one where they are too long', () => {
    const long = `"${'x'.repeat(80_000)}`
    expect(cellsOf(`a,b\n${long}\nx,3`)).toEqual([['a', 'b'], 'The row is too long', ['x', '3']])
  })
})

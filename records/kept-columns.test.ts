import { expect, it } from 'vitest'
import { columnKey, plainHeading, withColumns, withTags } from './kept-columns.ts'

const column = (heading: string, text: string, from = '2026-09-04') => ({ heading, text, from })

it('a heading is the same in other letters, blanks and signs, and signs alone are a heading too', () => {
  expect(plainHeading('\ufeffE-Mail_Address ')).toBe('emailaddress')
  expect(columnKey('Shirt size')).toBe(columnKey('SHIRT_SIZE'))
  expect(columnKey('#')).not.toBe(columnKey('$'))
})

it('a newer list changes what it names, leaves the rest, and a text that stays keeps its day', () => {
  const older = [column('Shirt size', 'M'), column('Precinct', '007')]
  const newer = [column('precinct', '007', '2026-10-01'), column('SHIRT_SIZE', 'L', '2026-10-01'), column('Pet', 'dog')]
  const both = [column('Shirt size', 'L', '2026-10-01'), column('Precinct', '007'), column('Pet', 'dog')]
  expect(withColumns(older, newer)).toEqual(both)
  expect(withColumns(both, newer)).toEqual(both)
})

it('columns have one order of parts, however they were stored', () => {
  const stored = [{ from: '2026-09-04', text: 'M', heading: 'Shirt size' }]
  expect(JSON.stringify(withColumns(stored, []))).toBe(JSON.stringify([column('Shirt size', 'M')]))
})

it('a tag is kept once, as it was written first', () =>
  expect(withTags(['host'], ['Host', 'walker', 'Walker'])).toEqual(['host', 'walker']))

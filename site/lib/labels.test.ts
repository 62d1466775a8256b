import { expect, it } from 'vitest'
import { newsTone } from './labels.ts'

it.each([
  ['campaign update', 'blue'],
  ['Policy Position', 'green'],
  [' AGRICULTURE ', 'red'],
  ['policy', 'gray'],
  ['news', 'gray'],
  ['', 'gray'],
  ['constructor', 'gray'],
])('the news category %j is %s', (category, tone) => {
  expect(newsTone(category)).toBe(tone)
})

it("'policy' is red on an article's own page", () => {
  expect(newsTone('Policy', { isDetail: true })).toBe('red')
})

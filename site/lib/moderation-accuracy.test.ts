import { expect, it } from 'vitest'
import { countsPerWeek, percentOrDash, precisionOf, recallOf, sumOf } from './moderation-accuracy.ts'

const weeks = ['2026-03-02', '2026-03-09']
const rows = [
  { week: '2026-03-02', violationType: 'spam', right: 3, wrong: 1, missed: 1 },
  { week: '2026-03-02', violationType: 'threats', right: 0, wrong: 1, missed: 0 },
] as const

it('counts every week, for one type or all', () => {
  const empty = { week: '2026-03-09', right: 0, wrong: 0, missed: 0 }
  expect(countsPerWeek({ weeks, rows }, 'spam')).toEqual([{ week: '2026-03-02', right: 3, wrong: 1, missed: 1 }, empty])
  expect(countsPerWeek({ weeks, rows }, 'all')).toEqual([{ week: '2026-03-02', right: 3, wrong: 2, missed: 1 }, empty])
})

it('a share of nothing is unknown, not zero', () => {
  const [spam, threats] = rows
  expect([precisionOf(spam), recallOf(spam)]).toEqual([75, 75])
  expect([precisionOf(threats), recallOf(threats)]).toEqual([0, Number.NaN])
  expect([precisionOf(sumOf([])), percentOrDash(recallOf(sumOf([]))), percentOrDash(0)]).toEqual([
    Number.NaN,
    '–',
    '0%',
  ])
})

import { expect, it } from 'vitest'
import { durationText, shortDuration } from './durations.ts'

it.each([
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 minute'],
  [3569, '59 minutes'],
  [3590, '1 hour'],
  [7200, '2 hours'],
  [86_399, '1 day'],
  [90 * 86_400, '90 days'],
  [1000 * 86_400, '1,000 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

it.each([
  [59, '< 1 min'],
  [300, '5 min'],
  [7300, '2 h'],
  [3 * 86_400, '3 d'],
])('%d seconds are %s where there is little room', (seconds, text) => {
  expect(shortDuration(seconds)).toBe(text)
})

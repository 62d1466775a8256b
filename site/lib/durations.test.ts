import { expect, it } from 'vitest'
import { durationText } from './durations.ts'

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

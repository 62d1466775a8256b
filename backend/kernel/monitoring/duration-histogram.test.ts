import { expect, it } from 'vitest'
import { createDurationHistogram } from './duration-histogram.ts'

it('gives quantiles at most 5 % too long', () => {
  const durations = createDurationHistogram()
  for (let ms = 1; ms <= 1000; ms++) durations.add(ms)
  for (const [share, exact] of [
    [0.5, 500],
    [0.99, 990],
    [1, 1000],
  ] as const) {
    expect(durations.quantile(share)).toBeGreaterThanOrEqual(exact)
    expect(durations.quantile(share)).toBeLessThanOrEqual(exact * 1.0501)
  }
})

it('has none before the first measurement, or after a reset', () => {
  const durations = createDurationHistogram()
  expect(durations.quantile(0.5)).toBeNull()
  durations.add(3)
  durations.clear()
  expect([durations.quantile(0.5), durations.total]).toEqual([null, 0])
})

it.each([0, -5, Number.MAX_VALUE, Number.POSITIVE_INFINITY])('takes %d ms', (ms) => {
  const durations = createDurationHistogram()
  durations.add(ms)
  expect([durations.total, Number.isFinite(durations.quantile(1))]).toEqual([1, true])
})

import { describe, expect, it } from 'vitest'
import type { Evidence } from './gene-model.ts'
import { liftOf } from './lift.ts'
import { controlId } from './serving-policy.ts'

const row = (variationId: string, visitors: number, volunteered: number, day = '2026-01-01'): Evidence => ({
  generation: 1,
  variationId,
  day,
  visitors,
  donated: 0,
  volunteered,
  visits: visitors,
  time: 0,
})

describe('the lift over the page as built', () => {
  it('is the ratio of both rates, with a range', () => {
    const { range, moreNeeded, tested, control } = liftOf([
      row('a', 10_000, 600),
      row('b', 9000, 540),
      row(controlId, 1000, 50),
    ])
    expect(range?.mean).toBeCloseTo(0.2, 10)
    // exp(ln 1.2 ± 1.96 √(1/1140 + 1/50)), which is the range without days.
    expect(range?.low).toBeCloseTo(-0.096, 2)
    expect(range?.high).toBeCloseTo(0.593, 2)
    expect(tested.visitors + control.visitors).toBe(20_000)
    // Nine times the evidence divides the range by three.
    expect(moreNeeded).toBeGreaterThan(7)
    expect(moreNeeded).toBeLessThan(9)
  })

  it('compares each day within itself, so that a better day with more of the control is no lift', () => {
    const { range } = liftOf([
      row('a', 900, 90, '2026-01-01'),
      row(controlId, 100, 10, '2026-01-01'),
      row('a', 500, 100, '2026-01-02'),
      row(controlId, 500, 100, '2026-01-02'),
    ])
    expect(range?.mean).toBeCloseTo(0, 10)
  })

  it('leaves out the time before there was a control', () => {
    const since = [row('a', 900, 90), row(controlId, 100, 10)]
    expect(liftOf([row('a', 5000, 0, '2025-12-31'), ...since])).toEqual(liftOf(since))
  })

  it('is unknown below 100 visitors or 5 conversions, and says how much more it takes', () => {
    expect(liftOf([row('a', 900, 90), row(controlId, 50, 5)])).toMatchObject({ range: null, moreNeeded: 1 })
    expect(liftOf([row('a', 9000, 90), row(controlId, 500, 2)])).toMatchObject({ range: null, moreNeeded: 1.5 })
    expect(liftOf([row('a', 900, 90), row(controlId, 50, 0)])).toMatchObject({ range: null, moreNeeded: null })
    expect(liftOf([])).toMatchObject({ range: null, moreNeeded: null })
  })
})

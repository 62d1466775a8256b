import { describe, expect, it } from 'vitest'
import type { Evidence } from './gene-model.ts'
import { leaderOf } from './leader.ts'

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
const losses = (a: number, b = 0.2) => [
  { variationId: 'a', expectedLoss: a },
  { variationId: 'b', expectedLoss: b },
]

describe('the winner', () => {
  it('is the page with the smallest expected loss, at most 2 %, that clearly beats all others', () => {
    const evidence = [row('a', 5000, 400), row('b', 2000, 100), row('control', 500, 25)]
    expect(leaderOf(losses(0.019), evidence)).toMatchObject({ variationId: 'a', oddsNeeded: 100, isWinner: true })
    expect(leaderOf(losses(0.021), evidence)).toMatchObject({ variationId: 'a', isWinner: false })
    expect(leaderOf(losses(0.019, 0.01), evidence)).toMatchObject({ variationId: 'b', isWinner: false })
  })

  it('is none of several equal pages, although none of them is much worse than the best', () => {
    const leader = leaderOf(losses(0.001, 0.002), [row('a', 50_000, 2500), row('b', 50_000, 2500)])
    expect(leader).toMatchObject({ isWinner: false })
    expect(leader?.odds).toBeLessThan(1)
  })

  it('has beaten the others on the same days: a page that was shown on better days has not', () => {
    const evidence = [
      row('a', 9000, 900, '2026-01-01'),
      row('b', 1000, 100, '2026-01-01'),
      row('a', 1000, 10, '2026-01-02'),
      row('b', 9000, 90, '2026-01-02'),
    ]
    expect(leaderOf(losses(0), evidence)?.odds).toBeLessThan(1)
  })

  it('has the same odds in any order of the evidence, and at most a million', () => {
    const days = Array.from({ length: 9 }, (_, index) => `2026-01-1${index}`)
    const evidence = days.flatMap((day, index) => [row('a', 500 + index, 40, day), row('b', 600, 30 + index, day)])
    expect(leaderOf(losses(0), evidence)).toEqual(leaderOf(losses(0), evidence.toReversed()))
    expect(leaderOf(losses(0), [row('a', 50_000, 9000), row('b', 50_000, 900)])?.odds).toBe(1_000_000)
  })

  it('needs two pages and visitors', () => {
    expect(leaderOf([], [])).toBeNull()
    expect(leaderOf([{ variationId: 'a', expectedLoss: 0 }], [])).toBeNull()
    expect(leaderOf(losses(0, 0), [])).toMatchObject({ odds: 1, isWinner: false })
  })
})

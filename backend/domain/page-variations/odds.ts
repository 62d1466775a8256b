import { exp, ln } from './exact-math.ts'

/** `isOwn`: of the page in question. Only trials of the same stratum are compared. */
export type Trial = { stratum: string; isOwn: boolean; count: number; successes: number }

const maxOdds = 1_000_000

/**
 * Factor by which the evidence agrees better with a rate that is `ratios` times that of all others than with an equal one.
 * For each success: how likely it is that it came from this page, given its share of the trials. The product is an
 * e-value: luck alone ever reaches x with a probability of 1/x, so looking repeatedly needs no correction.
 */
export function oddsOf(trials: readonly Trial[], ratios: readonly number[]): number {
  const strata = new Map<string, { own: number; all: number; ownSuccesses: number; successes: number }>()
  for (const { stratum, isOwn, count, successes } of trials) {
    const sum = strata.get(stratum) ?? { own: 0, all: 0, ownSuccesses: 0, successes: 0 }
    strata.set(stratum, {
      own: sum.own + (isOwn ? count : 0),
      all: sum.all + count,
      ownSuccesses: sum.ownSuccesses + (isOwn ? successes : 0),
      successes: sum.successes + successes,
    })
  }
  // Sorted, because sums of fractions depend on their order, and the order of the evidence is not fixed.
  const sorted = [...strata].filter(([, { own, all }]) => own > 0 && own < all).sort(([a], [b]) => (a < b ? -1 : 1))
  const logs = ratios.map((ratio) => {
    let sum = 0
    for (const [, { own, all, ownSuccesses, successes }] of sorted)
      sum += ownSuccesses * ln(ratio) - successes * ln(1 + (ratio - 1) * (own / all))
    return sum
  })
  const odds = logs.reduce((sum, log) => sum + exp(Math.min(log, 20)), 0) / ratios.length
  return Math.min(maxOdds, odds)
}

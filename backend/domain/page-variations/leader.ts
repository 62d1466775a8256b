import type { Evidence } from './gene-model.ts'
import { oddsOf } from './odds.ts'

/** The page that visitors lose least with, and whether it may be called the winner. */
export type Leader = {
  variationId: string
  /** The share of the best page’s value that its visitors are expected to miss, 0 to 1. */
  expectedLoss: number
  /**
   * Factor by which the evidence agrees better with a lead over all other visitors than with none, at most a million. If it
   * leads by luck alone, it ever reaches x with a probability of 1/x, however often it is looked at.
   */
  odds: number
  oddsNeeded: number
  isWinner: boolean
}

/** A winner is at most this much worse than the best page (expected loss). */
const loss = 0.02
/** 98 % that no page of a generation wins by luck: 50 to 1 for each of them. At 20 to 1, 1 of 40 A/A runs had a winner. */
const oddsPerPage = 50
/** Ratio of a leading page’s conversion rate to that of others: the evidence may agree with either. */
const ratios = [1.2, 1.4]

/** `losses`: expected loss of each page of the generation. Null while there is nothing to compare. */
export function leaderOf(
  losses: readonly { variationId: string; expectedLoss: number }[],
  evidence: readonly Evidence[],
): Leader | null {
  const [first] = losses
  if (first === undefined || losses.length < 2) return null
  const { variationId, expectedLoss } = losses.reduce((a, b) => (b.expectedLoss < a.expectedLoss ? b : a), first)
  const trials = evidence.map((row) => ({
    stratum: `${row.generation} ${row.day}`,
    isOwn: row.variationId === variationId,
    count: row.visitors,
    successes: row.donated + row.volunteered,
  }))
  const odds = oddsOf(trials, ratios)
  const oddsNeeded = oddsPerPage * losses.length
  return { variationId, expectedLoss, odds, oddsNeeded, isWinner: expectedLoss <= loss && odds >= oddsNeeded }
}

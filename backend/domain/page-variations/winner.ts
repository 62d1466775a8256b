import { normalBelow } from './exact-math.ts'
import type { Evidence, Weights } from './gene-model.ts'
import type { Offer } from './serving-policy.ts'

type Counts = { visitors: number; donated: number; volunteered: number }

/** A page that may be the winner. Visits counted before it became the candidate do not confirm it. */
export type Candidate = {
  variationId: string
  probabilityBest: number
  /** Counts at the moment it became the candidate, for itself and for all others. */
  before: { own: Counts; others: Counts }
  freshVisitors: number
  freshOthers: number
  /** P(it beats the others) by fresh visits alone; null while they are too few. */
  freshProbability: number | null
  status: 'confirming' | 'confirmed'
}

const enough = 0.95
/** Rates are shown, and a winner is confirmed, from this number of visits on. */
export const evidenceNeeded = { visitors: 100, conversions: 5 }

export const isEarly = ({ visitors, donated, volunteered }: Counts): boolean =>
  visitors < evidenceNeeded.visitors || donated + volunteered < evidenceNeeded.conversions

/**
 * A page with P(best) ≥ 0.95 becomes the candidate; it is confirmed once fresh visits alone say with the same certainty
 * that it beats the others. It stops being the candidate when P(best) falls, or it leaves the generation.
 */
export function candidateAfter(
  candidate: Candidate | null,
  probabilityBest: readonly Offer[],
  evidence: readonly Evidence[],
  weights: Weights,
): Candidate | null {
  if (probabilityBest.length < 2) return null
  const leader = probabilityBest.find(({ probability }) => probability >= enough)
  if (!leader) return null
  const { variationId, probability } = leader
  const now = { own: sum(evidence, (id) => id === variationId), others: sum(evidence, (id) => id !== variationId) }
  const before = candidate?.variationId === variationId ? candidate.before : now
  const [own, others] = [minus(now.own, before.own), minus(now.others, before.others)]
  const freshProbability = isEarly(own) || isEarly(others) ? null : probabilityBetter(own, others, weights)
  return {
    variationId,
    probabilityBest: probability,
    before,
    freshVisitors: own.visitors,
    freshOthers: others.visitors,
    freshProbability,
    status: freshProbability !== null && freshProbability >= enough ? 'confirmed' : 'confirming',
  }
}

function sum(evidence: readonly Evidence[], isMeant: (id: string) => boolean): Counts {
  const counts = { visitors: 0, donated: 0, volunteered: 0 }
  for (const { variationId, visitors, donated, volunteered } of evidence) {
    if (!isMeant(variationId)) continue
    counts.visitors += visitors
    counts.donated += donated
    counts.volunteered += volunteered
  }
  return counts
}

const minus = (a: Counts, b: Counts): Counts => ({
  visitors: a.visitors - b.visitors,
  donated: a.donated - b.donated,
  volunteered: a.volunteered - b.volunteered,
})

/** Uses the normal approximation of both rates, each with one success and one failure added. */
function probabilityBetter(own: Counts, others: Counts, { donation, volunteer }: Weights): number {
  const [a, b] = [spread(own), spread(others)]
  return normalBelow((a.mean - b.mean) / Math.sqrt(a.variance + b.variance))

  function spread({ visitors, donated, volunteered }: Counts) {
    const [d, v] = [(donated + 1) / (visitors + 2), (volunteered + 1) / (visitors + 2)]
    const variance = (donation * donation * d * (1 - d) + volunteer * volunteer * v * (1 - v)) / (visitors + 2)
    return { mean: donation * d + volunteer * v, variance: Math.max(variance, 1e-12) }
  }
}

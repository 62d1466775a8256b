import { normalsFrom } from './exact-math.ts'
import type { GeneModel } from './gene-model.ts'
import type { NewVariation } from './page-genes.ts'
import { randomFrom } from './random.ts'

export type Offer = { variationId: string; probability: number }
export type Serving = { policyVersion: string; offers: Offer[]; probabilityBest: Offer[] }

/** The minimum share of every page in a generation, so that other rules can be tried on recorded visits. */
const floor = 50_000 // millionths
const draws = 1000
const million = 1_000_000

/**
 * How far the posterior is narrowed while there is little evidence: serving the page that looks best then costs less.
 */
const scales = { 'thompson-1': 0.5, 'thompson-2': 0.3 } as const
const narrowedUpTo = 50_000 // visitors

export type PolicyVersion = keyof typeof scales
export const policyVersions: readonly PolicyVersion[] = ['thompson-1', 'thompson-2']
export const policyVersion: PolicyVersion = 'thompson-2'

/**
 * Thompson sampling with a floor: a page’s probability is its share of draws in which it is the best, mixed with 5 % for
 * each page. Probabilities are whole millionths that add up to 1, so that sums over the log are exact.
 */
export function thompson(
  model: GeneModel,
  pages: readonly Pick<NewVariation, 'variationId' | 'genome'>[],
  { seed, visitors, version = policyVersion }: { seed: string; visitors: number; version?: PolicyVersion },
): Serving {
  const scale = visitors < narrowedUpTo ? scales[version] : 1
  const normal = normalsFrom(randomFrom(`${seed} serving`))
  const [asIs = [], tempered = []] = model.drawTogether(
    pages.map(({ genome }) => genome),
    normal,
    draws,
    [1, scale],
  )
  const shares = wins(tempered, pages.length)
  const left = million - floor * pages.length
  const parts = shares.map((share) => floor + Math.floor((left * share) / draws))
  // The rest from rounding goes to the page with the largest share.
  const largest = shares.indexOf(Math.max(...shares))
  parts[largest] = (parts[largest] ?? 0) + million - parts.reduce((sum, part) => sum + part, 0)
  const named = (numbers: readonly number[], whole: number) =>
    pages.map(({ variationId }, index) => ({ variationId, probability: (numbers[index] ?? 0) / whole }))
  return {
    policyVersion: version,
    offers: named(parts, million),
    probabilityBest: named(wins(asIs, pages.length), draws),
  }
}

function wins(drawn: readonly number[][], pages: number): number[] {
  const counts = Array.from({ length: pages }, () => 0)
  for (const values of drawn) {
    let best = 0
    for (let page = 1; page < pages; page++) if ((values[page] ?? 0) > (values[best] ?? 0)) best = page
    counts[best] = (counts[best] ?? 0) + 1
  }
  return counts
}

/** The same chance for every page, before there is any evidence. */
export function uniformOffers(variationIds: readonly string[]): Offer[] {
  return variationIds.map((variationId) => ({ variationId, probability: 1 / variationIds.length }))
}
export const uniformVersion = 'uniform-1'

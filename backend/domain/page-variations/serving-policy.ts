import { randomFrom } from '../random.ts'
import { normalsFrom } from './exact-math.ts'
import type { GeneModel } from './gene-model.ts'
import type { NewVariation } from './page-genes.ts'

export type Offer = { variationId: string; probability: number }
/** The share of the best page’s value a visitor of each page is expected to miss. */
export type Losses = { variationId: string; expectedLoss: number }[]
export type Serving = {
  policyVersion: string
  offers: Offer[]
  probabilityBest: Offer[]
  /** The share of new visitors who see the page as built; missing before `thompson-3`. */
  controlShare?: number
}

/**
 * The page as built, as what the test is compared with. It is no member of a generation: it is never scored and never
 * bred.
 */
export const controlId = 'gen0_control'

/**
 * The minimum share of every page in a generation, so that other rules can be tried on recorded visits, in millionths. The
 * control takes its share from these, down to the lowest, so that it costs the best pages less.
 */
const floorWithoutControl = 50_000
const lowestFloor = 20_000
const draws = 1000
const million = 1_000_000

/**
 * Narrowing of the posterior while there is little evidence: serving the page that looks best then costs less.
 */
const scales = { 'thompson-1': 0.5, 'thompson-2': 0.3, 'thompson-3': 0.3 } as const
const narrowedUpTo = 50_000 // visitors

export type PolicyVersion = keyof typeof scales
export const policyVersions: readonly PolicyVersion[] = ['thompson-1', 'thompson-2', 'thompson-3']
export const policyVersion: PolicyVersion = 'thompson-3'

/**
 * Thompson sampling with a floor: a page’s probability is its share of draws in which it is the best, mixed with 5 % for
 * each page. Probabilities are whole millionths that add up to 1, so that sums over the log are exact. `thompson-3` also
 * offers the control.
 */
export function thompson(
  model: GeneModel,
  pages: readonly Pick<NewVariation, 'variationId' | 'genome'>[],
  {
    seed,
    visitors,
    version = policyVersion,
    controlShare,
  }: { seed: string; visitors: number; version?: PolicyVersion; controlShare: number },
): Serving & { losses: Losses } {
  const scale = visitors < narrowedUpTo ? scales[version] : 1
  const normal = normalsFrom(randomFrom(`${seed} serving`))
  const [asIs = [], tempered = []] = model.drawTogether(
    pages.map(({ genome }) => genome),
    normal,
    draws,
    [1, scale],
  )
  const shares = wins(tempered, pages.length)
  const isWithControl = version === 'thompson-3'
  const control = isWithControl ? Math.round(million * controlShare) : 0
  const floor = Math.max(lowestFloor, floorWithoutControl - Math.ceil(control / pages.length))
  const left = million - control - floor * pages.length
  const parts = shares.map((share) => floor + Math.floor((left * share) / draws))
  // The rest from rounding goes to the page with the largest share.
  const largest = shares.indexOf(Math.max(...shares))
  parts[largest] = (parts[largest] ?? 0) + million - control - parts.reduce((sum, part) => sum + part, 0)
  const named = (numbers: readonly number[], whole: number) =>
    pages.map(({ variationId }, index) => ({ variationId, probability: (numbers[index] ?? 0) / whole }))
  return {
    policyVersion: version,
    offers: [...named(parts, million), ...controlOffer(control / million)],
    probabilityBest: named(wins(asIs, pages.length), draws),
    ...(isWithControl && { controlShare: control / million }),
    losses: pages.map(({ variationId }, page) => ({ variationId, expectedLoss: expectedLoss(asIs, page) })),
  }
}

function expectedLoss(drawn: readonly number[][], page: number): number {
  let sum = 0
  for (const values of drawn) {
    const best = Math.max(...values)
    if (best > 0) sum += (best - (values[page] ?? 0)) / best
  }
  return sum / drawn.length
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

const controlOffer = (share: number): Offer[] => (share > 0 ? [{ variationId: controlId, probability: share }] : [])

/** The same chance for every page, before there is any evidence, besides the share of the control. */
export function uniformOffers(variationIds: readonly string[], controlShare: number): Offer[] {
  const probability = (1 - controlShare) / variationIds.length
  return [...variationIds.map((variationId) => ({ variationId, probability })), ...controlOffer(controlShare)]
}
/** The first version had no control. */
export const uniformVersions = ['uniform-1', 'uniform-2'] as const
export type UniformVersion = (typeof uniformVersions)[number]

import { sigmoid } from './exact-math.ts'
import { contrastsOf, type ModelAlleles } from './gene-contrasts.ts'
import type { Allele, Gene } from './gene-pool.ts'
import {
  drawCoefficients,
  fitLogistic,
  type Posterior,
  predict,
  predictJointly,
  type Trials,
} from './logistic-regression.ts'
import { type Genome, keyOf } from './page-genes.ts'

/**
 * The second version sums all generations of a page and day before it fits, so that the time of a fit does not grow
 * with the number of generations. The third records scores for a limited number of pages (scoring.ts).
 */
export const modelVersions = ['gene-model-1', 'gene-model-2', 'gene-model-3'] as const
export type ModelVersion = (typeof modelVersions)[number]
export const modelVersion: ModelVersion = 'gene-model-3'

/** First visits of one page on one day; `time`: milliseconds up to the cap, over all its visits that day. */
export type Evidence = {
  generation: number
  variationId: string
  day: string
  visitors: number
  donated: number
  volunteered: number
  visits: number
  time: number
}

export type Known = { variationId: string; genome: Genome }
export type Weights = { donation: number; volunteer: number; time: number }
/** Around a logit. */
export type Logit = { mean: number; sd: number }

export type Score = {
  variationId: string
  visitors: number
  donated: number
  volunteered: number
  /** Points per 100 visits. */
  mean: number
  sd: number
  donation: Logit
  volunteer: Logit
}

/** Milliseconds that are scored at most. */
export const timeCap = 30_000
/** Weight of the prior for a page’s mean time, in visits of an average page. */
const timePrior = 50

export type GeneModel = {
  /** Posterior mean of the value of a visit to the page, with its parts. */
  score(genome: Genome): Omit<Score, 'variationId' | 'visitors' | 'donated' | 'volunteered'>
  effect(gene: Gene, allele: string): { donation: Logit; volunteer: Logit }
  /** One draw of the whole model: the value of any page. `scale` narrows the posterior; 0 gives the mean. */
  draw(normal: () => number, scale: number): (genome: Genome) => number
  /** `count` draws of the values of these pages; for serving. `scale` narrows the posterior (tempering). */
  drawTogether(genomes: readonly Genome[], normal: () => number, count: number, scales: readonly number[]): number[][][]
}

/** The alleles in the order of the pool, without proposals, which were never shown. */
export function modelAlleles(alleles: readonly Allele[]): ModelAlleles {
  const of = (gene: Gene) => alleles.filter((one) => one.gene === gene && one.status !== 'proposed').map(({ id }) => id)
  return {
    headline: of('headline'),
    issueFocus: of('issueFocus'),
    buttonColor: of('buttonColor'),
    layout: of('layout'),
  }
}

/** Fits both regressions. The order of the evidence does not matter. */
export function fitGeneModel({
  alleles,
  known,
  evidence,
  weights,
  version = modelVersion,
}: {
  alleles: ModelAlleles
  known: readonly Known[]
  evidence: readonly Evidence[]
  weights: Weights
  version?: ModelVersion
}): GeneModel {
  const contrasts = contrastsOf(alleles)
  const xs = new Map<string, Float64Array>()
  const xOf = (genome: Genome) => {
    const key = keyOf(genome)
    const before = xs.get(key)
    if (before) return before
    const x = contrasts.of(genome)
    xs.set(key, x)
    return x
  }
  const genomes = new Map(known.map(({ variationId, genome }) => [variationId, genome]))
  const sorted = (version === 'gene-model-1' ? [...evidence] : byPageAndDay(evidence)).sort(inOrder)
  const { days, donations, volunteers, times, all } = trialsIn(sorted, genomes, xOf)
  const donation = fitLogistic(donations, days, contrasts.priorSd)
  const volunteer = fitLogistic(volunteers, days, contrasts.priorSd)
  const meanTime = all.visits === 0 ? 0 : all.time / all.visits

  function timeValue(genome: Genome): number {
    const own = times.get(keyOf(genome)) ?? { visits: 0, time: 0 }
    return weights.time * ((own.time + timePrior * meanTime) / (own.visits + timePrior) / timeCap)
  }

  const worth = (donated: number, volunteered: number, timed: number) =>
    100 * (weights.donation * donated + weights.volunteer * volunteered + timed)

  return {
    score(genome) {
      const [d, v] = [predict(donation, xOf(genome)), predict(volunteer, xOf(genome))]
      const [rateD, rateV] = [rateOf(d), rateOf(v)]
      const sdD = weights.donation * rateD.slope * d.sd
      const sdV = weights.volunteer * rateV.slope * v.sd
      return {
        mean: worth(rateD.mean, rateV.mean, timeValue(genome)),
        sd: 100 * Math.sqrt(sdD * sdD + sdV * sdV),
        donation: d,
        volunteer: v,
      }
    },
    effect(gene, allele) {
      const x = contrasts.ofAllele(gene, allele)
      const centered = (posterior: Posterior) => {
        const zero = predict(posterior, new Float64Array(contrasts.count)).mean
        const at = predict(posterior, x)
        return { mean: at.mean - zero, sd: at.sd }
      }
      return { donation: centered(donation), volunteer: centered(volunteer) }
    },
    draw(normal, scale) {
      const [d, v] = [drawCoefficients(donation, normal, scale), drawCoefficients(volunteer, normal, scale)]
      return (genome) => worth(sigmoid(d(xOf(genome))), sigmoid(v(xOf(genome))), timeValue(genome))
    },
    drawTogether(pages, normal, count, scales) {
      const x = pages.map(xOf)
      const parts = [predictJointly(donation, x), predictJointly(volunteer, x)]
      const timed = pages.map(timeValue)
      const size = pages.length
      const results: number[][][] = scales.map(() => [])
      const z = new Float64Array(size)
      const noise = parts.map(() => new Float64Array(size))
      for (let index = 0; index < count; index++) {
        for (const [part, { factor }] of parts.entries()) {
          for (let i = 0; i < size; i++) z[i] = normal()
          const own = noise[part] ?? z
          for (let i = 0; i < size; i++) {
            let sum = 0
            for (let k = 0; k <= i; k++) sum += (factor[i * size + k] ?? 0) * (z[k] ?? 0)
            own[i] = sum
          }
        }
        for (const [which, scale] of scales.entries()) {
          const rate = (part: number, page: number) =>
            sigmoid((parts[part]?.means[page] ?? 0) + scale * (noise[part]?.[page] ?? 0))
          results[which]?.push(timed.map((time, page) => worth(rate(0, page), rate(1, page), time)))
        }
      }
      return results
    },
  }
}

/** The visits to known pages, as the regressions take them; `days`: their number. */
function trialsIn(
  sorted: readonly Evidence[],
  genomes: ReadonlyMap<string, Genome>,
  xOf: (genome: Genome) => Float64Array,
) {
  const days = [...new Set(sorted.map(({ day }) => day))].sort()
  const dayNumber = new Map(days.map((day, index) => [day, index]))
  const donations: Trials[] = []
  const volunteers: Trials[] = []
  const times = new Map<string, { visits: number; time: number }>()
  const all = { visits: 0, time: 0 }
  for (const { variationId, day, visitors, donated, volunteered, visits, time } of sorted) {
    const genome = genomes.get(variationId)
    if (!genome) continue
    const x = xOf(genome)
    const number = dayNumber.get(day) ?? 0
    if (visitors > 0) {
      donations.push({ x, day: number, count: visitors, successes: donated })
      volunteers.push({ x, day: number, count: visitors, successes: volunteered })
    }
    const key = keyOf(genome)
    const before = times.get(key) ?? { visits: 0, time: 0 }
    times.set(key, { visits: before.visits + visits, time: before.time + time })
    all.visits += visits
    all.time += time
  }
  return { days: days.length, donations, volunteers, times, all }
}

/** Whole numbers keep the sums exact. */
function byPageAndDay(evidence: readonly Evidence[]): Evidence[] {
  const sums = new Map<string, Evidence>()
  for (const row of evidence) {
    const key = `${row.variationId} ${row.day}`
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, { ...row, generation: 0 })
    else for (const count of counts) sum[count] += row[count]
  }
  return [...sums.values()]
}
const counts = ['visitors', 'donated', 'volunteered', 'visits', 'time'] as const

/** Sorted by variation, day and generation, so that sums of fractions do not depend on the order of the rows. */
function inOrder(a: Evidence, b: Evidence): number {
  if (a.variationId !== b.variationId) return a.variationId < b.variationId ? -1 : 1
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  return a.generation - b.generation
}

/** The mean of a rate whose logit is normal, to second order, and its slope at that point. */
function rateOf({ mean, sd }: Logit): { mean: number; slope: number } {
  const rate = sigmoid(mean)
  const slope = rate * (1 - rate)
  return { mean: rate + (sd * sd * slope * (1 - 2 * rate)) / 2, slope }
}

import { createSums, createVisitorWeights, estimateBy, type Sums } from '../accounts/bootstrap.ts'
import type { Weights } from './gene-model.ts'
import type { Offer } from './serving-policy.ts'
import { evidenceNeeded } from './winner.ts'

export type Formula = { weights: Weights; timeCap: number }
/** A first view, or a conversion that came after it (`isLate`: the rest was already counted). */
export type ReplayedVisit = {
  visitorKey: string
  variationId: string
  day: string
  propensity: number
  donated: boolean
  volunteered: boolean
  /** Milliseconds. */
  time: number
  isLate: boolean
  /** The other rule’s chances; null: unknown. */
  offers: readonly Offer[] | null
}

type Page = { visitors: number; conversions: number; inverse: number; squares: number; days: Map<string, Sums> }

const worthOf = ({ weights, timeCap }: Formula, { donated, volunteered, time }: ReplayedVisit): number =>
  100 *
  (weights.donation * Number(donated) +
    weights.volunteer * Number(volunteered) +
    (weights.time * Math.min(time, timeCap)) / timeCap)

/** Names of the sums per page and day, and over all visitors. */
const [inverse, today, replayed] = [0, 1, 2]
const [count, weight, weighted, robust, actual] = [0, 1, 2, 3, 4]

const min = { coverage: 0.95, sampleSize: 200 }
/** Weight of the prior for a page’s mean so far, in average visitors. */
const prior = 20

/**
 * Estimates from visits in the order of the log, with memory for pages and days only. Late conversions add to sums that
 * are linear in the value, so no visit has to be remembered for them.
 */
export function createReplayEstimates(formulas: { today: Formula; replayed: Formula }, seed: string) {
  const weightsOf = createVisitorWeights(seed)
  const pages = new Map<string, Page>()
  const split = createSums(5)
  const means = new Map<string, { visitors: number; sum: number }>()
  let squares = 0
  let visitors = 0
  let covered = 0
  let sum = 0

  const meanOf = (variationId: string) => {
    const own = means.get(variationId) ?? { visitors: 0, sum: 0 }
    const overall = visitors === 0 ? 0 : sum / visitors
    return (own.sum + prior * overall) / (own.visitors + prior)
  }

  return {
    add(visit: ReplayedVisit): void {
      const { variationId, day, propensity, isLate, offers } = visit
      const weights = weightsOf(visit.visitorKey)
      const values = { today: worthOf(formulas.today, visit), replayed: worthOf(formulas.replayed, visit) }
      const page = pages.get(variationId) ?? { visitors: 0, conversions: 0, inverse: 0, squares: 0, days: new Map() }
      pages.set(variationId, page)
      const sums = page.days.get(day) ?? createSums(3)
      page.days.set(day, sums)
      const share = 1 / propensity
      sums.add(weights, [isLate ? 0 : share, values.today * share, values.replayed * share])
      page.conversions += Number(visit.donated) + Number(visit.volunteered)
      if (!isLate) {
        page.visitors++
        page.inverse += share
        page.squares += share * share
      }
      const wanted = offers?.find((offer) => offer.variationId === variationId)?.probability ?? 0
      const ratio = wanted / propensity
      const model = isLate ? 0 : (offers ?? []).reduce((all, one) => all + one.probability * meanOf(one.variationId), 0)
      const residual = values.replayed - (isLate ? 0 : meanOf(variationId))
      const one = isLate ? 0 : 1
      split.add(weights, [one, one * ratio, ratio * values.replayed, model + ratio * residual, values.replayed])
      if (!isLate) {
        visitors++
        covered += Number(offers !== null)
        squares += ratio * ratio
      }
      sum += values.replayed
      const own = means.get(variationId) ?? { visitors: 0, sum: 0 }
      means.set(variationId, { visitors: own.visitors + one, sum: own.sum + values.replayed })
    },

    visitors: () => visitors,

    /** Question 1: the value of each page within days, against the days’ means. */
    pages: () => valuesWithinDays(pages),

    /** Question 2: the value of another way to split the same visitors. */
    split() {
      const all = split.of(weight, null)
      const effectiveSampleSize = squares === 0 ? 0 : (all * all) / squares
      const coverage = visitors === 0 ? 0 : covered / visitors
      const refusal =
        visitors === 0
          ? 'No visitors in this period.'
          : coverage < min.coverage
            ? `Recorded chances cover only ${Math.floor(100 * coverage)} % of the visitors. It takes 95 %.`
            : effectiveSampleSize < min.sampleSize
              ? `The effective sample size is ${Math.floor(effectiveSampleSize)}. It takes ${min.sampleSize}.`
              : null
      const ratio = (name: number, by: number) =>
        refusal === null ? estimateBy((sample) => split.of(name, sample) / split.of(by, sample)) : null
      return {
        actual: visitors === 0 ? null : estimateBy((sample) => split.of(actual, sample) / split.of(count, sample)),
        ips: ratio(weighted, count),
        snips: ratio(weighted, weight),
        doublyRobust: ratio(robust, count),
        effectiveSampleSize,
        coverage,
        refusal,
      }
    },
  }
}

function valuesWithinDays(pages: ReadonlyMap<string, Page>) {
  const days = new Set([...pages.values()].flatMap(({ days }) => [...days.keys()]))
  const overall = memoized((name: number, sample: number | null) => {
    let [value, all] = [0, 0]
    for (const { days } of pages.values())
      for (const sums of days.values()) {
        value += sums.of(name, sample)
        all += sums.of(inverse, sample)
      }
    return value / all
  })
  const ofDay = new Map([...days].map((day) => [day, [...pages.values()].flatMap((page) => page.days.get(day) ?? [])]))
  const dayMean = (day: string, name: number, sample: number | null) => {
    let [value, all] = [0, 0]
    for (const sums of ofDay.get(day) ?? []) {
      value += sums.of(name, sample)
      all += sums.of(inverse, sample)
    }
    return all === 0 ? 0 : value / all
  }
  const pageValue = (page: Page, name: number, sample: number | null) => {
    let [difference, all] = [0, 0]
    for (const [day, sums] of page.days) {
      difference += sums.of(name, sample) - sums.of(inverse, sample) * dayMean(day, name, sample)
      all += sums.of(inverse, sample)
    }
    return overall(name, sample) + difference / all
  }
  return [...pages].map(([variationId, page]) => {
    const effectiveSampleSize = page.squares === 0 ? 0 : (page.inverse * page.inverse) / page.squares
    const isEarly = page.visitors < evidenceNeeded.visitors || page.conversions < evidenceNeeded.conversions
    // These sentences never change: the hash of a result, which saved formulas hold, covers them.
    const refusal = isEarly
      ? `Too early: ${counted(page.visitors, 'visitor')} and ${counted(page.conversions, 'conversion')}. It takes ${evidenceNeeded.visitors} and ${evidenceNeeded.conversions}.`
      : null
    const figures = refusal
      ? { today: null, replayed: null }
      : {
          today: estimateBy((sample) => pageValue(page, today, sample)),
          replayed: estimateBy((sample) => pageValue(page, replayed, sample)),
        }
    return { variationId, visitors: page.visitors, effectiveSampleSize, ...figures, refusal }
  })
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

function memoized(compute: (name: number, sample: number | null) => number) {
  const known = new Map<string, number>()
  return (name: number, sample: number | null) => {
    const key = `${name} ${sample}`
    const value = known.get(key) ?? compute(name, sample)
    known.set(key, value)
    return value
  }
}

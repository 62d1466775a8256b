import type { Knex } from 'knex'
import { campaign } from '../../contract/campaign.ts'
import type { AnalyzedVariation, Estimate, GeneticAnalytics } from '../../contract/genetic-analytics.ts'
import { day } from '../../records/durations.ts'
import { genes } from '../../records/page-variations.ts'
import { exp, ln, sigmoid } from '../domain/page-variations/exact-math.ts'
import { type Evidence, type Logit, timeCap, type Weights } from '../domain/page-variations/gene-model.ts'
import type { Gene } from '../domain/page-variations/gene-pool.ts'
import type { Leader } from '../domain/page-variations/leader.ts'
import { liftOf } from '../domain/page-variations/lift.ts'
import { approvedOf, configOf, isApproved, isTesting } from '../domain/page-variations/page-genes.ts'
import { sampleRatio } from '../domain/page-variations/sample-ratio.ts'
import { minimumPerPage, progressOf, totalsOf, visitorsIn } from '../domain/page-variations/scoring.ts'
import { isEarly } from '../domain/page-variations/winner.ts'
import { analyticsRows, type FamilyRow, type VariationTotals } from '../read-model/genetic-analytics.ts'
import { evidenceSnapshot } from '../read-model/page-evidence.ts'

/** Standard deviations to each side of an 80 % range. */
const range = 1.2815515655446004

const around = ({ mean, sd }: Logit, shape: (x: number) => number): Estimate => ({
  mean: shape(mean),
  low: shape(mean - range * sd),
  high: shape(mean + range * sd),
})

/** The screen’s data, from one read of the read model and the newest scoring. Nothing is estimated anew. */
export function createGeneticAnalytics({
  knex,
  every,
  today = () => new Date(),
}: {
  knex: Knex
  every: number
  today?: () => Date
}): () => Promise<GeneticAnalytics> {
  return async () => {
    const [snapshot, rows] = await Promise.all([evidenceSnapshot(knex), analyticsRows(knex)])
    if (snapshot === null) return nothing(every)
    const { alleles, evidence, fitness, generation } = snapshot
    const approved = approvedOf(alleles)
    const totalsByPage = totalsOf(evidence)
    const { scoring } = rows
    const isScored = scoring?.generation === generation
    const scores = new Map(scoring?.scores.list.map((score) => [score.variationId, score]))
    const chance = (list: { variationId: string; probability: number }[] | undefined, id: string) =>
      list?.find(({ variationId }) => variationId === id)?.probability ?? null
    const current = new Set(snapshot.current.map(({ variationId }) => variationId))
    const origins = new Map(rows.variations.map((variation) => [variation.id, variation]))

    const variations = rows.variations.map((row): AnalyzedVariation => {
      const score = scores.get(row.id)
      const totals = totalsByPage(row.id)
      const early = isEarly(totals)
      const observed = (count: number) => (early ? null : count / totals.visitors)
      const isCurrent = current.has(row.id)
      const uniform = isCurrent ? 1 / current.size : null
      return {
        id: row.id,
        generation: row.generation,
        fitnessScore: score?.mean ?? 0,
        visits: row.visits,
        avgTimeOnPage: share(row.totalTime, row.visits),
        donationRate: share(row.donations, row.visits),
        volunteerRate: share(row.volunteers, row.visits),
        config: configOf(alleles, row.genes),
        genes: row.genes,
        isCurrent,
        isRetired: !isApproved(approved, row.genes),
        fitness: score ? around(score, (x) => x) : null,
        visitors: totals.visitors,
        isEarly: early,
        donation: { observed: observed(totals.donated), estimate: score ? around(score.donation, sigmoid) : null },
        volunteer: {
          observed: observed(totals.volunteered),
          estimate: score ? around(score.volunteer, sigmoid) : null,
        },
        probabilityBest: isCurrent && isScored ? chance(scoring?.probabilityBest.list, row.id) : null,
        probabilityServed: isCurrent ? (isScored ? chance(scoring?.offers.list, row.id) : uniform) : null,
        family: familyOf(row, origins),
      }
    })
    variations.sort((a, b) => b.fitnessScore - a.fitnessScore || Number(b.isCurrent) - Number(a.isCurrent))

    return {
      currentGeneration: generation,
      totalVisits: rows.controlVisits + variations.reduce((sum, { visits }) => sum + visits, 0),
      lift: isTesting(approved) ? shownLift(evidence, today()) : null,
      populationSize: current.size,
      variations,
      isTesting: isTesting(approved),
      fitnessRule: fitness,
      totalVisitors: visitorsIn(evidence),
      refusedReports: rows.refusedReports,
      scoredAt: scoring?.scoredAt ?? null,
      evolution: progressOf(snapshot, every),
      leader: scoring?.leader
        ? { ...scoring.leader, daysLeft: daysUntilWinner(scoring.leader, evidence, today()) }
        : null,
      sampleRatio: sampleRatio(rows.draws),
      pauses: rows.pauses,
      generations: rows.generations.map(({ variationIds, ...row }) => {
        const own = evidence.filter((trial) => trial.generation === row.generation)
        const totals = sumOf(own)
        return {
          ...row,
          variationIds: variationIds.list,
          visitors: totals.visitors,
          donations: totals.donated,
          volunteers: totals.volunteered,
          fitness: observedFitness(totals, fitness.weights),
        }
      }),
      effects: (scoring?.effects.list ?? []).map(({ gene, allele, donation, volunteer }) => ({
        gene,
        allele,
        label: alleles.find((one) => one.gene === gene && one.id === allele)?.text ?? allele,
        donation: around(donation, exp),
        volunteer: around(volunteer, exp),
      })),
      verification: rows.verification,
    }
  }
}

/** Days with evidence that count as the present. */
const present = 7

/** First visits per day lately; null: none. */
function visitorsPerDay(evidence: readonly Evidence[], now: Date): number | null {
  const days = evidence.map((row) => Date.parse(row.day))
  const from = Math.max(Math.min(...days), Math.floor(now.getTime() / day) * day - (present - 1) * day)
  const visitors = visitorsIn(evidence.filter((row) => Date.parse(row.day) >= from))
  // A day that has just begun says little about its length.
  return visitors === 0 ? null : visitors / Math.max(1 / 24, (now.getTime() - from) / day)
}

/** Odds grow by the same factor with the same number of visitors; null: they do not grow, or the page has no visitors. */
function daysUntilWinner(leader: Leader, evidence: readonly Evidence[], now: Date): number | null {
  const { odds, oddsNeeded, isWinner } = leader
  const pace = visitorsPerDay(evidence, now)
  if (isWinner) return 0
  if (odds <= 1 || pace === null) return null
  return (visitorsIn(evidence) * Math.max(0, ln(oddsNeeded) / ln(odds) - 1)) / pace
}

function shownLift(evidence: readonly Evidence[], now: Date): GeneticAnalytics['lift'] {
  const { tested, control, range, moreNeeded } = liftOf(evidence)
  const counted = ({ visitors, donated, volunteered }: typeof tested) => ({
    visitors,
    conversions: donated + volunteered,
  })
  const pace = visitorsPerDay(evidence, now)
  const more = moreNeeded === null || pace === null ? null : moreNeeded * (tested.visitors + control.visitors)
  return {
    controlShare: campaign.controlShare,
    tested: counted(tested),
    control: counted(control),
    range,
    daysLeft: more === null || pace === null ? null : more / pace,
  }
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

function sumOf(evidence: readonly Evidence[]) {
  const totals = { visitors: 0, donated: 0, volunteered: 0, visits: 0, time: 0 }
  for (const row of evidence) {
    totals.visitors += row.visitors
    totals.donated += row.donated
    totals.volunteered += row.volunteered
    totals.visits += row.visits
    totals.time += row.time
  }
  return totals
}

/** Points per 100 observed visits, without a model. */
function observedFitness({ visitors, donated, volunteered, visits, time }: ReturnType<typeof sumOf>, weights: Weights) {
  if (visitors === 0) return null
  const rate = (count: number) => count / visitors
  const variance = (count: number) => (rate(count) * (1 - rate(count))) / visitors
  const mean =
    weights.donation * rate(donated) +
    weights.volunteer * rate(volunteered) +
    weights.time * share(time, visits * timeCap)
  const sd = Math.sqrt(weights.donation ** 2 * variance(donated) + weights.volunteer ** 2 * variance(volunteered))
  return around({ mean: 100 * mean, sd: 100 * sd }, (x) => x)
}

function familyOf(row: VariationTotals, all: ReadonlyMap<string, VariationTotals>): AnalyzedVariation['family'] {
  const origin = row.origin === 'child' ? 'child' : row.origin === 'control' ? 'control' : 'random'
  const { parents, isCrossed } = row.family ?? { parents: [], isCrossed: false }
  return { origin, parents, isCrossed, genes: genes.map((gene) => inheritance(row, row.family, gene, all)) }
}

function inheritance(row: VariationTotals, family: FamilyRow, gene: Gene, all: ReadonlyMap<string, VariationTotals>) {
  const parent = family?.parents[family.mask[genes.indexOf(gene)] ?? 0] ?? null
  const mutation = family?.mutations.find((one) => one.gene === gene)
  const from = parent !== null && all.has(parent) ? parent : null
  return { gene, allele: row.genes[gene], from, mutatedFrom: mutation?.from ?? null }
}

const nothing = (every: number): GeneticAnalytics => ({
  currentGeneration: 0,
  totalVisits: 0,
  lift: null,
  populationSize: 0,
  variations: [],
  isTesting: false,
  fitnessRule: { version: '', weights: { donation: 0, volunteer: 0, time: 0 }, timeCap },
  totalVisitors: 0,
  refusedReports: 0,
  scoredAt: null,
  evolution: { every, perPage: minimumPerPage, visitorsSince: 0, fewest: 0 },
  leader: null,
  sampleRatio: null,
  pauses: [],
  generations: [],
  effects: [],
  verification: null,
})

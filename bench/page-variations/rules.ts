import type { Evidence } from '../../backend/domain/page-variations/gene-model.ts'
import type { Leader } from '../../backend/domain/page-variations/leader.ts'
import {
  controlOf,
  type Genome,
  genomeBy,
  keyOf,
  type NewVariation,
  seedPopulation,
} from '../../backend/domain/page-variations/page-genes.ts'
import {
  currentVersions,
  evolve,
  isEvolutionDue,
  isScoringDue,
  progressOf,
  type Snapshot,
  score,
} from '../../backend/domain/page-variations/scoring.ts'
import { controlId, type Offer, uniformOffers } from '../../backend/domain/page-variations/serving-policy.ts'
import { draw } from '../../backend/domain/random.ts'
import { alleles, approved, type Luck, pages } from './world.ts'

/** Chooses a page for each visitor and learns what they did. */
export type Rule = {
  serve(): Genome
  learn(genome: Genome, outcome: { donated: boolean; volunteered: boolean; time: number }): void
}

/** Every page has the same chance for ever. */
export const uniform = (luck: Luck): Rule => ({
  serve: () => pages[Math.floor(luck() * pages.length)] ?? approvedFirst,
  learn() {},
})
const approvedFirst = genomeBy((gene) => approved[gene][0] ?? '')

const generationSize = 250

/**
 * Rule that the numbers alone suggest: five pages with the same chance for 250 visitors; then two parents by their raw means,
 * crossed with 80 %, mutated with 15 %, and all counts start again.
 */
export function naive(luck: Luck): Rule {
  type Counted = { genome: Genome; visitors: number; value: number }
  let population = seedPopulation(approved, String(luck())).map(
    ({ genome }): Counted => ({ genome, visitors: 0, value: 0 }),
  )
  let seen = 0
  const pick = (): Counted => {
    const total = population.reduce((sum, { visitors, value }) => sum + value / Math.max(1, visitors), 0)
    if (total === 0) return population[Math.floor(luck() * population.length)] ?? none
    let at = luck() * total
    for (const one of population) {
      at -= one.value / Math.max(1, one.visitors)
      if (at <= 0) return one
    }
    return population.at(-1) ?? none
  }
  const none: Counted = { genome: approvedFirst, visitors: 0, value: 0 }
  const child = (): Counted => {
    const [a, b] = [pick().genome, pick().genome]
    const isCrossed = luck() < 0.8
    const genome = genomeBy((gene) => {
      const own = isCrossed && luck() < 0.5 ? b[gene] : a[gene]
      if (luck() >= 0.15) return own
      return approved[gene][Math.floor(luck() * approved[gene].length)] ?? own
    })
    return { genome, visitors: 0, value: 0 }
  }
  return {
    serve: () => population[Math.floor(luck() * population.length)]?.genome ?? approvedFirst,
    learn(genome, { donated, volunteered, time }) {
      const one = population.find((page) => keyOf(page.genome) === keyOf(genome))
      if (one) {
        one.visitors++
        one.value += 2 * Number(donated) + Number(volunteered) + (0.01 * time) / 30_000
      }
      if (++seen % generationSize === 0) population = Array.from({ length: 5 }, child)
    },
  }
}

/** The product’s own functions, without a server between them. `refits`: ms of one core per scoring. */
export function product(
  luck: Luck,
  {
    controlShare = currentVersions.controlShare,
    every = generationSize,
  }: { controlShare?: number; every?: number } = {},
): Rule & { refits: number[]; first: readonly NewVariation[]; leader(): Leader | null } {
  const versions = { ...currentVersions, controlShare }
  const first = seedPopulation(approved, String(luck()))
  const evidence = new Map<string, Evidence>()
  const refits: number[] = []
  let snapshot: Snapshot = {
    position: null,
    generation: 1,
    current: first,
    known: first,
    alleles,
    genePoolVersion: 'pool-1',
    fitness: { version: 'fitness-1', weights: { donation: 2, volunteer: 1, time: 0.01 } },
    evidence: [],
    candidate: null,
    paused: [],
  }
  const ids = first.map(({ variationId }) => variationId)
  let offers: Offer[] = uniformOffers(ids, controlShare)
  let shown = controlId
  let visitors = 0
  let scored = -1
  let leader: Leader | null = null
  return {
    refits,
    first,
    leader: () => leader,
    serve() {
      shown = draw(offers, luck())?.variationId ?? controlId
      return snapshot.current.find(({ variationId }) => variationId === shown)?.genome ?? controlOf(approved)
    },
    learn(_genome, { donated, volunteered, time }) {
      const { generation } = snapshot
      const variationId = shown
      // A day for every 2,000 visitors.
      const day = String(1000 + Math.floor(visitors / 2000))
      const key = `${generation} ${variationId} ${day}`
      const row = evidence.get(key) ?? {
        generation,
        variationId,
        day,
        visitors: 0,
        donated: 0,
        volunteered: 0,
        visits: 0,
        time: 0,
      }
      evidence.set(key, {
        ...row,
        visitors: row.visitors + 1,
        donated: row.donated + Number(donated),
        volunteered: row.volunteered + Number(volunteered),
        visits: row.visits + 1,
        time: row.time + time,
      })
      visitors++
      if (visitors % 10 !== 0) return
      if (!isScoringDue(visitors, scored) && visitors % 50 !== 0) return
      snapshot = { ...snapshot, evidence: [...evidence.values()] }
      const seed = String(luck())
      if (isEvolutionDue(progressOf(snapshot, every))) {
        const evolution = evolve(snapshot, seed, versions)
        const known = new Set(snapshot.known.map((page) => page.variationId))
        const added = evolution.variations.filter((page) => !known.has(page.variationId))
        snapshot = {
          ...snapshot,
          generation: evolution.to,
          current: evolution.variations,
          known: [...snapshot.known, ...added],
          candidate: evolution.scoring.candidate,
        }
        offers = evolution.scoring.offers
        leader = evolution.scoring.leader ?? null
        scored = visitors
      } else if (isScoringDue(visitors, scored)) {
        const before = process.threadCpuUsage()
        const scoring = score(snapshot, seed, versions)
        const { user, system } = process.threadCpuUsage(before)
        refits.push((user + system) / 1000)
        snapshot = { ...snapshot, candidate: scoring.candidate }
        offers = scoring.offers
        leader = scoring.leader ?? null
        scored = visitors
      }
    },
  }
}

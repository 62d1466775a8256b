import type { Knex } from 'knex'
import type { GeneticAnalytics } from '../../contract/genetic-analytics.ts'
import { columnsOf } from './columns.ts'
import { nameOf, type Person, personOf } from './users.ts'

type Gene = 'headline' | 'issueFocus' | 'buttonColor' | 'layout'
type Genome = { [G in Gene]: string }
type Logit = { mean: number; sd: number }

export type FamilyRow = {
  parents: string[]
  isCrossed: boolean
  mask: number[]
  mutations: { gene: Gene; from: string; to: string }[]
} | null

export type VariationTotals = {
  id: string
  genes: Genome
  generation: number
  visits: number
  totalTime: number
  donations: number
  volunteers: number
  origin: string
  family: FamilyRow
}

type PauseRow = GeneticAnalytics['pauses'][number]
type Leader = { variationId: string; expectedLoss: number; odds: number; oddsNeeded: number; isWinner: boolean }

export type ScoringRow = {
  generation: number
  scoredAt: string
  offers: { list: { variationId: string; probability: number }[] }
  probabilityBest: { list: { variationId: string; probability: number }[] }
  scores: {
    list: { variationId: string; mean: number; sd: number; donation: Logit; volunteer: Logit }[]
  }
  effects: { list: { gene: Gene; allele: string; donation: Logit; volunteer: Logit }[] }
  leader: Leader | null
}

export type GenerationRow = {
  generation: number
  at: string
  trigger: GeneticAnalytics['generations'][number]['trigger']
  variationIds: { list: string[] }
  by: string | null
}

export type DrawsRow = {
  generation: number
  variationId: string
  draws: number
  expected: number
  visitors: number
  conversions: number
}

/** Number of times that each page was drawn, in each generation, against its chances. */
export const pageDraws = (knex: Knex) =>
  knex('read.page_trials')
    .groupBy('generation', 'variation_id')
    .orderBy(['generation', 'variation_id'])
    .select<DrawsRow[]>(
      'generation',
      'variation_id as variationId',
      knex.raw(
        'sum(draws)::bigint AS draws, sum(expected)::bigint AS expected, sum(visitors)::bigint AS visitors, sum(donated + volunteered)::bigint AS conversions',
      ),
    )

/** The rows behind the analytics, besides the evidence (page-evidence.ts). */
export async function analyticsRows(knex: Knex) {
  const [variations, pauses, controls, scorings, generations, draws, unaccepted, verifications] = await Promise.all([
    knex('read.page_variations')
      .where('generation', '>', 0)
      .orderBy(['generation', 'place'])
      .select<VariationTotals[]>({
        id: 'id',
        genes: 'genes',
        generation: 'generation',
        visits: 'visits',
        totalTime: 'total_time_on_page',
        donations: 'donations',
        volunteers: 'volunteers',
        origin: 'origin',
        family: 'family',
      }),
    knex('read.page_pauses')
      .where('is_paused', true)
      .orderBy(['at', 'variation_id'])
      .select<PauseRow[]>({ variationId: 'variation_id', reason: 'reason', odds: 'odds', at: 'at' }),
    // The control and the page without measurement belong to no generation.
    knex('read.page_variations').where('generation', 0).select<{ visits: number }[]>('visits'),
    knex('read.page_scorings').orderBy('generation', 'desc').limit(1).select<ScoringRow[]>({
      generation: 'generation',
      scoredAt: 'scored_at',
      offers: 'offers',
      probabilityBest: 'probability_best',
      scores: 'scores',
      effects: 'effects',
      leader: 'leader',
    }),
    knex({ item: 'read.page_generations' })
      .leftJoin({ admin: 'read.users' }, 'admin.id', 'item.admin_id')
      .orderBy('item.generation')
      .select<(Omit<GenerationRow, 'by'> & { adminId: number | null; person: Person | null })[]>(
        columnsOf('item', 'generation, at, trigger, variationIds, adminId'),
        personOf(knex, 'admin', 'person'),
      ),
    pageDraws(knex),
    knex('read.page_refusals').select<{ reports: number }[]>(knex.raw('coalesce(sum(reports), 0)::bigint AS reports')),
    knex('read.evolution_verifications')
      .orderBy([
        { column: 'at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(1)
      .select<NonNullable<GeneticAnalytics['verification']>[]>({
        at: 'at',
        isIntact: 'is_intact',
        finding: 'finding',
        servings: 'servings',
        scorings: 'scorings',
        generations: 'generations',
      }),
  ])
  return {
    variations,
    pauses,
    controlVisits: controls.reduce((sum, { visits }) => sum + visits, 0),
    scoring: scorings[0] ?? null,
    generations: generations.map(({ adminId, person, ...row }) => ({
      ...row,
      by: adminId === null ? null : person ? nameOf(person) : 'Someone who was erased',
    })),
    draws,
    refusedReports: unaccepted[0]?.reports ?? 0,
    verification: verifications[0] ?? null,
  }
}

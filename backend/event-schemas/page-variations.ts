import { z } from 'zod'
import { genes } from '../../records/page-variations.ts'
import type { Allele, GenePoolChange } from '../domain/page-variations/gene-pool.ts'
import type { NewVariation } from '../domain/page-variations/page-genes.ts'
import type { PagePauseEvent, PauseReason } from '../domain/page-variations/page-pauses.ts'
import type { PopulationEvent, PopulationEvolved } from '../domain/page-variations/page-variations.ts'
import type { ViewBlockEvent } from '../domain/page-variations/page-view-blocks.ts'
import type { PageViewEvent } from '../domain/page-variations/page-views.ts'
import {
  count,
  day,
  everyOf,
  type FieldsOf,
  flag,
  group,
  id,
  largeCount,
  listOf,
  moment,
  name,
  share,
  text,
  uuid,
} from './fields.ts'

type ViewOf<Type extends PageViewEvent['type']> = Extract<PageViewEvent, { type: Type }>['data']

const gene = z.enum(genes)
const genome = group({ headline: name, issueFocus: name, buttonColor: name, layout: name })
/** Numbers that the model computes: points per 100 visits, chances as logits, weights; a million of them fits into every column. */
const number = z.number().min(-1_000_000).max(1_000_000)
const offers = listOf(group({ variationId: name, probability: share }))
const serving = group({
  visitorKey: name,
  generation: count,
  day: day.nullable(),
  propensity: share,
  snapshotHash: name,
  isFirst: flag,
}).nullable()
const view = { viewId: name, variationId: name }
const bot = group({
  isBot: flag,
  rule: everyOf<NonNullable<ViewOf<'VariationServed'>['bot']['rule']>>()(
    'crawler',
    'no-user-agent',
    'prefetch',
  ).nullable(),
  version: name,
})

const pageViews = {
  VariationServed: {
    ...view,
    visitorKey: name,
    generation: count,
    day: day.nullable(),
    genome,
    genePoolVersion: name,
    reason: everyOf<ViewOf<'VariationServed'>['reason']>()('new', 'sticky', 'redrawn', 'fallback'),
    propensity: share,
    probabilities: offers,
    uniform: share.nullable(),
    policyVersion: name,
    snapshotHash: name,
    fitnessVersion: name,
    bot,
  },
  VisitRecorded: {
    ...view,
    visitId: uuid,
    timeOnPage: count,
    donated: flag,
    volunteered: flag,
    scoredTime: count,
    censored: flag,
    source: everyOf<ViewOf<'VisitRecorded'>['source']>()('timer', 'leave', 'hook'),
    accepted: flag,
    refusal: everyOf<NonNullable<ViewOf<'VisitRecorded'>['refusal']>>()(
      'fallback',
      'unserved',
      'visitor-cap',
      'address-cap',
      'duplicate',
    ).nullable(),
    duplicateOf: name.nullable(),
    serving,
  },
  ConversionCredited: {
    ...view,
    conversion: z.enum(['donated', 'volunteered']),
    source: z.enum(['hook', 'server']),
    isAfterVisit: flag,
    rule: everyOf<ViewOf<'ConversionCredited'>['rule']>()('view-1', 'visitor-1'),
    serving,
  },
} satisfies FieldsOf<PageViewEvent>

const viewBlocks = {
  PageViewsRecorded: {
    since: moment,
    // The facts were checked one by one before. A block of 250 takes some 20,000 characters.
    facts: text(250_000),
  },
} satisfies FieldsOf<ViewBlockEvent>

const mutations = listOf(group({ gene, from: name, to: name }))
const logit = group({ mean: number, sd: number })
const counts = group({ visitors: count, donated: count, volunteered: count })

const scoring = {
  policyVersion: name,
  offers,
  probabilityBest: offers,
  controlShare: share.optional(),
  lastPosition: name.nullable(),
  visitors: count,
  seed: name,
  modelVersion: name,
  genePoolVersion: name,
  fitnessVersion: name,
  scores: listOf(
    group({
      variationId: name,
      visitors: count,
      donated: count,
      volunteered: count,
      mean: number,
      sd: number,
      donation: logit,
      volunteer: logit,
    }),
  ),
  effects: listOf(group({ gene, allele: name, donation: logit, volunteer: logit })),
  candidate: group({
    variationId: name,
    probabilityBest: share,
    before: group({ own: counts, others: counts }),
    freshVisitors: count,
    freshOthers: count,
    freshProbability: share.nullable(),
    status: z.enum(['confirming', 'confirmed']),
  }).nullable(),
  winnerVersion: name.optional(),
  leader: group({
    variationId: name,
    expectedLoss: share,
    odds: number,
    oddsNeeded: number,
    isWinner: flag,
  })
    .nullable()
    .optional(),
  snapshotHash: name,
}

const allele = group({
  id: name,
  gene,
  text: text(1000),
  description: text(5000).nullable(),
  status: everyOf<Allele['status']>()('approved', 'proposed', 'retired'),
  isBuilt: flag,
  replaces: name.nullable(),
})

const variation = group({
  variationId: name,
  genome,
  origin: everyOf<NewVariation['origin']>()('control', 'random', 'elite', 'child', 'known'),
  family: group({ parents: listOf(name), isCrossed: flag, mask: listOf(count), mutations }).nullable(),
})

const population = {
  GenePoolChanged: {
    version: name,
    alleles: listOf(allele),
    change: group({
      kind: everyOf<GenePoolChange['kind']>()('shipped', 'proposed', 'reworded', 'approved', 'retired'),
      alleleId: name.nullable(),
    }),
  },
  FitnessChanged: {
    version: name,
    weights: group({ donation: number, volunteer: number, time: number }),
    timeCap: count,
  },
  BotRuleChanged: { version: name, crawler: text(10_000), withoutUserAgent: flag, prefetch: flag },
  PopulationEvolved: {
    from: count.nullable(),
    to: count,
    trigger: everyOf<PopulationEvolved['data']['trigger']>()('seed', 'auto', 'forced', 'pool'),
    adminId: id.nullable(),
    seed: name,
    algorithmVersion: name,
    constants: group({ populationSize: count, mutationRate: share, crossoverRate: share }),
    lastPosition: name.nullable(),
    genePoolVersion: name,
    fitnessVersion: name,
    variations: listOf(variation),
    elites: listOf(name),
    births: listOf(
      group({
        variationId: name,
        tournaments: listOf(z.tuple([name, name])),
        isCrossed: flag,
        mask: listOf(count),
        mutations,
        brood: listOf(group({ genome: text(1000), value: number })),
        chosen: largeCount,
      }),
    ),
    scoring: group(scoring).nullable(),
    controlShare: share.optional(),
  },
  VariationsScored: { generation: count, ...scoring },
} satisfies FieldsOf<PopulationEvent>

const pauses = {
  VariationPaused: {
    variationId: name,
    reason: everyOf<PauseReason>()('errors', 'signups'),
    odds: number,
  },
  VariationResumed: { variationId: name },
} satisfies FieldsOf<PagePauseEvent>

/** The home page’s variations, their results, and their evolution. */
export const pageVariations = { ...pageViews, ...viewBlocks, ...population, ...pauses }

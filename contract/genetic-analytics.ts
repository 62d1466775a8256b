import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { genes } from '../records/page-variations.ts'
import { noContent, timestamp } from './fields.ts'
import { pageVariation } from './page-variations.ts'

export const gene = z.enum(genes)
export type Gene = z.infer<typeof gene>

/** An estimate and its 80 % range. */
export const estimate = z.object({ mean: z.number(), low: z.number(), high: z.number() })
export type Estimate = z.infer<typeof estimate>

/** The value of a person’s visit: weights of a donation, a volunteer and time up to the cap. */
export const fitnessFormula = z.strictObject({
  weights: z.strictObject({
    donation: z.number().min(0).max(1000),
    volunteer: z.number().min(0).max(1000),
    time: z.number().min(0).max(1000),
  }),
  /** Milliseconds, at most 30 s, because the page reports no longer time. */
  timeCap: z.int().min(1000).max(30_000),
})
export type FitnessFormula = z.infer<typeof fitnessFormula>

/** The origin of a variation: its parents, and for each gene what was crossed or mutated. */
const family = z.object({
  origin: z.enum(['control', 'random', 'child']),
  /** Ids of the two parents (they may be the same); empty when it was not bred. Look them up in `variations`. */
  parents: z.array(z.string()),
  isCrossed: z.boolean(),
  genes: z.array(
    z.object({
      gene,
      allele: z.string(),
      /** Id of the parent this gene comes from; null when it was not inherited. */
      from: z.string().nullable(),
      /** The inherited allele that the mutation replaced; null: not mutated. */
      mutatedFrom: z.string().nullable(),
    }),
  ),
})

const rate = z.object({
  /** Share of visitors, 0 to 1; null while early. */
  observed: z.number().nullable(),
  /** By the gene model, 0 to 1, with its 80 % range; null before the first scoring. */
  estimate: estimate.nullable(),
})

export const analyzedVariation = z.object({
  /** Like gen3_k7f2. */
  id: z.string(),
  /** The generation it was created in. */
  generation: z.int(),
  /** Points per 100 visits, by the gene model; 0 before the first scoring. */
  fitnessScore: z.number(),
  visits: z.int(),
  /** Milliseconds, at most 30,000. */
  avgTimeOnPage: z.number(),
  /** Donations per visit, 0 to 1. */
  donationRate: z.number(),
  /** Volunteer signups per visit, 0 to 1. */
  volunteerRate: z.number(),
  config: pageVariation.shape.config,
  /** Allele ids. */
  genes: z.object({ headline: z.string(), issueFocus: z.string(), buttonColor: z.string(), layout: z.string() }),
  /** True when it is offered to new visitors now. */
  isCurrent: z.boolean(),
  /** One of its alleles was retired: visitors no longer see it. */
  isRetired: z.boolean(),
  /** 80 % range of the fitness; null before the first scoring. */
  fitness: estimate.nullable(),
  /** First visits of different people: the basis of rates and ranges. */
  visitors: z.int(),
  /** Fewer than 100 visitors or 5 conversions: show 'early' instead of its rates. */
  isEarly: z.boolean(),
  donation: rate,
  volunteer: rate,
  /** Probability of being the best of the current generation; null when it is not in it. */
  probabilityBest: z.number().nullable(),
  /** Probability with which a new visitor gets it; null when it is not in the current generation. */
  probabilityServed: z.number().nullable(),
  family,
})
export type AnalyzedVariation = z.infer<typeof analyzedVariation>

/** `auto`: after enough visits; `forced`: by an admin; `pool`: texts were approved or retired; `seed`: the first one. */
const trigger = z.enum(['seed', 'auto', 'forced', 'pool'])

export const geneticAnalytics = z.object({
  currentGeneration: z.int(),
  totalVisits: z.int(),
  populationSize: z.int(),
  /** Every variation ever served, the fittest first (current ones before equals). */
  variations: z.array(analyzedVariation),

  /** Gain of the test compared with the page as built; null: testing is off. */
  lift: z
    .object({
      /** Share of new visitors who see the page as built. */
      controlShare: z.number(),
      /** First visits of people while both were shown, and their donations and volunteer signups. */
      tested: z.object({ visitors: z.int(), conversions: z.int() }),
      control: z.object({ visitors: z.int(), conversions: z.int() }),
      /** 0.12: 12 % more conversions than the page as built, with its 95 % range; null: too early. */
      range: estimate.nullable(),
      /**
       * At present traffic, until there is a range, or until it reaches 10 % to each side; null: unknown without visitors or
       * conversions.
       */
      daysLeft: z.number().nullable(),
    })
    .nullable(),
  /** False: no gene has two approved alleles, so everyone gets the page as built. */
  isTesting: z.boolean(),
  fitnessRule: fitnessFormula.extend({ version: z.string() }),
  /** First visits of different people in all generations. */
  totalVisitors: z.int(),
  /** Reports that were stored, marked, and not counted. */
  refusedReports: z.int(),
  /** When the model last scored the variations. */
  scoredAt: timestamp.nullable(),
  /** Automatic evolution: after `every` visitors in a generation, at least `perPage` on each page. */
  evolution: z.object({
    every: z.int(),
    perPage: z.int(),
    visitorsSince: z.int(),
    /** Visitors of the page with the fewest. */
    fewest: z.int(),
  }),
  /** The page that visitors lose least with; null before a generation with two pages is scored. */
  leader: z
    .object({
      variationId: z.string(),
      /** Only then it may be called the winner: at most 2 % expected loss, and the odds are reached. */
      isWinner: z.boolean(),
      /** The share of the best page’s value that its visitors are expected to miss. */
      expectedLoss: z.number(),
      /** The evidence that it beats all others, as odds against luck, at most a million. */
      odds: z.number(),
      oddsNeeded: z.number(),
      /** At present traffic, until the odds are reached; null: unknown. */
      daysLeft: z.number().nullable(),
    })
    .nullable(),
  /** True when pages were served and reported as often as their probabilities say; null while there are too few. */
  sampleRatio: z
    .object({
      /** p < 0.001: something is wrong with serving or measuring, do not trust the figures. */
      isMismatch: z.boolean(),
      pValue: z.number(),
      pages: z.array(z.object({ variationId: z.string(), served: z.int(), expected: z.number(), reported: z.int() })),
    })
    .nullable(),
  /** Pages that no one sees until an admin resumes them, since they did harm; oldest first. */
  pauses: z.array(
    z.object({
      variationId: z.string(),
      /** `errors`: too many views were never reported. `signups`: at most half as many conversions as on others. */
      reason: z.enum(['errors', 'signups']),
      /** Odds against chance. */
      odds: z.number(),
      at: timestamp,
    }),
  ),
  /** Oldest first. */
  generations: z.array(
    z.object({
      generation: z.int(),
      at: timestamp,
      trigger,
      /** The admin who forced it, by their current name. */
      by: z.string().nullable(),
      variationIds: z.array(z.string()),
      visitors: z.int(),
      donations: z.int(),
      volunteers: z.int(),
      /** Mean value of its visits, points per 100, with an 80 % range; null without visitors. */
      fitness: estimate.nullable(),
    }),
  ),
  /** The effect of each allele compared with the average of its gene, as a factor on the odds; 1 = none. */
  effects: z.array(
    z.object({
      gene,
      allele: z.string(),
      /** As shown on the page. */
      label: z.string(),
      donation: estimate,
      volunteer: estimate,
    }),
  ),
  /** When `npm run evolution:verify` or the button last recomputed everything. */
  verification: z
    .object({
      at: timestamp,
      isIntact: z.boolean(),
      /** The result, in one sentence. */
      finding: z.string(),
      servings: z.int(),
      scorings: z.int(),
      generations: z.int(),
    })
    .nullable(),
})
export type GeneticAnalytics = z.infer<typeof geneticAnalytics>

export const readAnalytics = endpoint('GET', '/api/genetic-test/analytics', {
  summary: 'Variations with their measurements, the gene model, generations and alarms, for admins.',
  schema: { response: { 200: geneticAnalytics } },
})

/** A page that did harm is shown again, and never paused by itself from then on. */
export const resumeVariation = endpoint('POST', '/api/genetic-test/variations/:id/resume', {
  summary: 'Show a paused variation again, for admins.',
  schema: { params: z.strictObject({ id: z.string().min(1).max(100) }), response: { 204: noContent } },
})

export const verifyEvolution = endpoint('POST', '/api/genetic-test/verify', {
  summary: 'Recompute every draw, probability, score and generation from the log; 409 while another one runs.',
  schema: { response: { 200: geneticAnalytics.shape.verification.unwrap() } },
})

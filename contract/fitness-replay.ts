import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { day, noContent, requiredText, timestamp } from './fields.ts'
import { estimate, fitnessFormula } from './genetic-analytics.ts'

/** Events to replay. Days are UTC, both included; without them: everything. */
export const replayRequest = z.strictObject({
  ...fitnessFormula.shape,
  from: day.nullable().default(null),
  to: day.nullable().default(null),
  /** `in` also counts reports that were left out because a visitor or address sent too many (probably bots). */
  bots: z.enum(['out', 'in']).default('out'),
  /** The rule of question 2: this product's own serving with the formula above, or the same chance for each page. */
  split: z.enum(['thompson', 'uniform']).default('thompson'),
})
export type ReplayRequest = z.output<typeof replayRequest>

const refusal = z.string().nullable()

const replayedPage = z.object({
  variationId: z.string(),
  visitors: z.int(),
  /** Effective number of visitors behind the weighted estimate. */
  effectiveSampleSize: z.number(),
  /** Points per 100 visits with today's formula and with the replayed one; null when `refusal` says why there are none. */
  today: estimate.nullable(),
  replayed: estimate.nullable(),
  /** 1 is the best; null when `refusal` says why there are none. */
  todayRank: z.int().nullable(),
  replayedRank: z.int().nullable(),
  refusal,
})

export const fitnessReplay = z.object({
  /** SHA-256 of the request, the log position and every number below: the same formula gives the same hash. */
  hash: z.string(),
  /** The last event in the log that was read. */
  lastPosition: z.string().nullable(),
  seed: z.string(),
  request: replayRequest,
  today: fitnessFormula.extend({ version: z.string() }),
  visitors: z.int(),
  /** Visits without a recorded probability (older releases): not used. */
  unusable: z.int(),
  /** 1. How would these pages have scored? Evidence. */
  pages: z.object({
    kind: z.literal('evidence'),
    rows: z.array(replayedPage),
  }),
  /** 2. What if another rule had split the traffic among the pages that ran? */
  split: z.object({
    kind: z.literal('estimate'),
    /** The observed value under the replayed formula: points per 100 visits. */
    actual: estimate.nullable(),
    /** Null when `refusal` says why there are none. */
    ips: estimate.nullable(),
    snips: estimate.nullable(),
    doublyRobust: estimate.nullable(),
    effectiveSampleSize: z.number(),
    /** Share of visitors with a recorded chance for every page of the other rule, 0 to 1. */
    coverage: z.number(),
    refusal,
  }),
  /** 3. Which pages would have been bred? Known up to the first generation that differs. */
  breeding: z.object({
    kind: z.literal('extrapolation, no evidence'),
    /** Generations that come out the same. */
    same: z.int(),
    /** The first that differs; null: none does. */
    differs: z.object({ generation: z.int(), recorded: z.array(z.string()), replayed: z.array(z.string()) }).nullable(),
    refusal,
  }),
})
export type FitnessReplay = z.infer<typeof fitnessReplay>

export const replayFitness = endpoint('POST', '/api/genetic-test/replay', {
  summary: 'Replay recorded visits with another fitness formula. Changes nothing; 503 while another replay runs.',
  schema: { body: replayRequest, response: { 200: fitnessReplay } },
})

export const savedFormula = z.object({
  name: z.string(),
  request: replayRequest,
  savedAt: timestamp,
  by: z.string(),
  /**
   * Its saved result: computed again up to the same position of the log, it has to give the same hash. Null: not saved.
   */
  result: z.object({ hash: z.string(), lastPosition: z.string().nullable() }).nullable(),
  /** The newest recomputation; null: never. */
  check: z.object({ at: timestamp, hash: z.string(), holds: z.boolean() }).nullable(),
})
export type SavedFormula = z.infer<typeof savedFormula>

const rule = fitnessFormula.extend({
  version: z.string(),
  /** Since when it has been in force. */
  since: timestamp,
})

export const fitnessRules = z.object({
  current: rule,
  /** Every rule ever in force, newest first. */
  rules: z.array(rule),
  /** By name. */
  formulas: z.array(savedFormula),
})
export type FitnessRules = z.infer<typeof fitnessRules>

export const readFitnessRules = endpoint('GET', '/api/genetic-test/fitness', {
  summary: 'The fitness rule in force, earlier ones, and saved formulas.',
  schema: { response: { 200: fitnessRules } },
})

export const changeFitness = endpoint('PUT', '/api/genetic-test/fitness', {
  summary: 'Use this formula from now on.',
  schema: { body: fitnessFormula, response: { 200: fitnessRules } },
})

const nameParams = z.strictObject({ name: requiredText(60) })

export const saveFormula = endpoint('PUT', '/api/genetic-test/formulas/:name', {
  summary: 'Save a formula with the hash of its result under a name; an existing one is replaced.',
  schema: { params: nameParams, body: replayRequest, response: { 200: fitnessRules } },
})

export const removeFormula = endpoint('DELETE', '/api/genetic-test/formulas/:name', {
  summary: 'Remove a saved formula.',
  schema: { params: nameParams, response: { 204: noContent } },
})

export const checkFormula = endpoint('POST', '/api/genetic-test/formulas/:name/check', {
  summary:
    'Compute the result of a saved formula again, up to the same position of the log, and record whether it is the same.',
  schema: { params: nameParams, response: { 200: fitnessRules } },
})

/** A file; exposures, visits, conversions and clicks on the donation link as one table each. */
export const exportMeasurements = endpoint('GET', '/api/genetic-test/export', {
  summary:
    'Download exposures, visits, conversions, clicks on the donation link or the data dictionary. No address, no name.',
  schema: {
    querystring: z.strictObject({
      table: z.enum(['exposures', 'visits', 'conversions', 'donation-clicks', 'dictionary']),
      format: z.enum(['csv', 'parquet']).default('csv'),
    }),
    response: { 200: z.string() },
  },
})

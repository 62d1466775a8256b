import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { noContent } from './fields.ts'

export const pageVariation = z.object({
  /** Like gen3_k7f2. */
  id: z.string(),
  generation: z.int(),
  /** Identifies this view of the page; reported with its metrics. */
  viewId: z.string(),
  config: z.object({
    /** Shown after the candidate’s name. */
    headline: z.string(),
    issueHighlight: z.object({ title: z.string(), description: z.string() }),
    buttonColor: z.enum(['cardinal', 'gold', 'paper']),
    layout: z.object({
      hero: z.enum(['split', 'centered']),
      features: z.literal('vertical'),
      cta: z.literal('inline'),
    }),
  }),
})
export type PageVariation = z.infer<typeof pageVariation>

export const readVariation = endpoint('GET', '/api/genetic-test/variation', {
  summary: 'The variation of the home page for this visitor, the same for 30 days.',
  schema: { response: { 200: pageVariation } },
})

export const reportMetrics = endpoint('POST', '/api/genetic-test/metrics', {
  summary: 'Report the metrics of one view of the home page; one report counts per view.',
  schema: {
    body: z.strictObject({
      variationId: z.string().min(1).max(100),
      /** Milliseconds, rounded. */
      timeOnPage: z.int().min(0).max(2_147_483_647),
      donated: z.boolean().default(false),
      volunteered: z.boolean().default(false),
      /** Default: the visitor’s latest view, from the cookie. */
      viewId: z
        .string()
        .regex(/^([\w-]{20}|[\w-]{32})$/, 'This is not a valid view id.')
        .optional(),
    }),
    response: { 202: noContent },
  },
})

/** A link, not an API call: counts the visitors who followed it to donate, which is a click and not a donation. */
export const followDonateLink = endpoint('GET', '/go/donate', {
  summary: 'Redirects to the campaign’s donation page.',
  schema: { response: { 303: noContent } },
})

export const evolvePopulation = endpoint('POST', '/api/genetic-test/evolve', {
  summary: 'Evolve the variations to the next generation now, for admins; 409 while testing is off.',
  schema: {
    response: {
      200: z.object({
        /** The new current generation; of several requests at once, all get the same one. */
        generation: z.int(),
        /**
         * One sentence when there was little evidence (fewer than 20 visits on some page); the evolution was still
         * done.
         */
        warning: z.string().nullable(),
      }),
    },
  },
})

/** For admins: exactly what a visitor of this variation sees. Never counted. */
export const previewVariation = endpoint('GET', '/api/genetic-test/variations/:id', {
  summary: 'What a variation shows, for a preview that is never counted.',
  schema: {
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    response: { 200: pageVariation.pick({ id: true, generation: true, config: true }) },
  },
})

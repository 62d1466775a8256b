import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { nullableEmail, nullableText, pageQuery, requiredText, timestamp } from './fields.ts'
import { reviewEndpoints, reviewed, reviewListQuery } from './review.ts'

export const publicPrayer = z.object({
  id: z.int(),
  prayer: z.string(),
  name: z.string(),
  location: z.string().nullable(),
  /** In lists, when it was published. */
  createdAt: timestamp,
})
export type PublicPrayer = z.infer<typeof publicPrayer>

export const adminPrayer = z.object({
  id: z.int(),
  firstName: z.string(),
  email: z.string().nullable(),
  location: z.string().nullable(),
  prayer: z.string(),
  ...reviewed,
})
export type AdminPrayer = z.infer<typeof adminPrayer>

export const submitPrayer = endpoint('POST', '/api/prayers', {
  summary: 'Submit a prayer; it is published after review.',
  schema: {
    body: z.strictObject({
      prayer: requiredText(5000),
      firstName: requiredText(100),
      email: nullableEmail,
      location: nullableText(100),
    }),
    response: { 201: publicPrayer },
  },
})

export const listPrayers = endpoint('GET', '/api/prayers', {
  summary: 'Approved prayers, newest first.',
  schema: { querystring: pageQuery, response: { 200: z.array(publicPrayer) } },
})

const listQuery = reviewListQuery(['createdAt', 'firstName', 'email', 'location', 'prayer'])
export type PrayerListQuery = z.output<typeof listQuery>

export const prayerReview = reviewEndpoints('prayers', { row: adminPrayer, query: listQuery })

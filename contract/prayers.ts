import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { prayer as record } from '../records/prayers.ts'
import { pageQuery, timestamp } from './fields.ts'
import { rowOf } from './record-rows.ts'
import { newTexts } from './record-schemas.ts'
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
  ...rowOf(record),
  ...reviewed,
})
export type AdminPrayer = z.infer<typeof adminPrayer>

export const submitPrayer = endpoint('POST', '/api/prayers', {
  summary: 'Submit a prayer; it is published after review.',
  schema: {
    body: z.strictObject(newTexts(record)),
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

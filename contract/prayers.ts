import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { prayerWords, prayer as record } from '../records/prayers.ts'
import { idParams, pageQuery, timestamp } from './fields.ts'
import { entered, handEntryFields } from './hand-entry.ts'
import { ownItem, ownItemEndpoints } from './own-items.ts'
import { rowOf } from './record-rows.ts'
import { correctedTexts, newTexts } from './record-schemas.ts'
import { reviewEndpoints, reviewed, reviewListQuery } from './review.ts'
import { shownWording } from './wordings.ts'

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
    body: z.strictObject({ ...newTexts(record), ...shownWording }),
    response: { 201: publicPrayer },
  },
})

export const enterPrayer = endpoint('POST', '/api/admin/prayers', {
  summary: 'Add a prayer by hand, such as from a letter; it waits for review. One that says the same is there already.',
  schema: {
    body: submitPrayer.schema.body.omit({ wording: true }).extend(handEntryFields),
    response: { 201: entered },
  },
})

export const correctPrayer = endpoint('PUT', '/api/admin/prayers/:id', {
  summary:
    'Correct the words of a prayer; its status and its address stay. The person is told by email when the text changed. Takes If-Match.',
  schema: {
    params: idParams,
    body: z.strictObject(correctedTexts(prayerWords)),
    response: { 200: adminPrayer },
  },
})

export const listPrayers = endpoint('GET', '/api/prayers', {
  summary: 'Approved prayers, newest first.',
  schema: { querystring: pageQuery, response: { 200: z.array(publicPrayer) } },
})

const listQuery = reviewListQuery(['createdAt', 'firstName', 'email', 'location', 'prayer'])
export type PrayerListQuery = z.output<typeof listQuery>

export const prayerReview = reviewEndpoints('prayers', { row: adminPrayer, query: listQuery })

const ownPrayerRow = z.object({ ...ownItem, ...rowOf(prayerWords) })
export const ownPrayer = ownItemEndpoints('prayers', { row: ownPrayerRow, body: correctPrayer.schema.body })

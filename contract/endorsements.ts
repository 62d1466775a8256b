import { z } from 'zod'
import { endorsement } from '../records/endorsements.ts'
import { endpoint } from '../records/http/endpoint.ts'
import { pageQuery, timestamp } from './fields.ts'
import { rowOf } from './record-rows.ts'
import { newTexts } from './record-schemas.ts'
import { reviewEndpoints, reviewed, reviewListQuery } from './review.ts'

export const publicEndorsement = z.object({
  id: z.int(),
  name: z.string(),
  title: z.string(),
  endorsementText: z.string(),
  /** In lists, when it was published. */
  createdAt: timestamp.nullable(),
})
export type PublicEndorsement = z.infer<typeof publicEndorsement>

export const adminEndorsement = z.object({
  id: z.int(),
  ...rowOf(endorsement),
  ...reviewed,
})
export type AdminEndorsement = z.infer<typeof adminEndorsement>

export const submitEndorsement = endpoint('POST', '/api/endorsements', {
  summary: 'Submit an endorsement; it is published after review.',
  schema: {
    body: z.strictObject(newTexts(endorsement)),
    response: { 201: publicEndorsement },
  },
})

export const listEndorsements = endpoint('GET', '/api/endorsements', {
  summary: 'Approved, public endorsements, newest first.',
  schema: { querystring: pageQuery, response: { 200: z.array(publicEndorsement) } },
})

const listQuery = reviewListQuery(['createdAt', 'name', 'email', 'title', 'endorsementText'])
export type EndorsementListQuery = z.output<typeof listQuery>

export const endorsementReview = reviewEndpoints('endorsements', { row: adminEndorsement, query: listQuery })

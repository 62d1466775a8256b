import { z } from 'zod'
import { endorsement, endorsementWords } from '../records/endorsements.ts'
import { endpoint } from '../records/http/endpoint.ts'
import { idParams, pageQuery, timestamp } from './fields.ts'
import { entered, handEntryFields } from './hand-entry.ts'
import { ownItem, ownItemEndpoints } from './own-items.ts'
import { rowOf } from './record-rows.ts'
import { correctedTexts, newTexts } from './record-schemas.ts'
import { reviewEndpoints, reviewed, reviewListQuery } from './review.ts'
import { shownWording } from './wordings.ts'

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
    body: z.strictObject({ ...newTexts(endorsement), ...shownWording }),
    response: { 201: publicEndorsement },
  },
})

export const enterEndorsement = endpoint('POST', '/api/admin/endorsements', {
  summary:
    'Add an endorsement by hand, such as from a letter; it waits for review. One that says the same is there already.',
  schema: {
    body: submitEndorsement.schema.body.omit({ wording: true }).extend(handEntryFields),
    response: { 201: entered },
  },
})

export const correctEndorsement = endpoint('PUT', '/api/admin/endorsements/:id', {
  summary:
    'Correct the words of an endorsement; its status and its address stay. The person is told by email when the text changed. Takes If-Match.',
  schema: {
    params: idParams,
    body: z.strictObject(correctedTexts(endorsementWords)),
    response: { 200: adminEndorsement },
  },
})

export const listEndorsements = endpoint('GET', '/api/endorsements', {
  summary: 'Approved, public endorsements, newest first.',
  schema: { querystring: pageQuery, response: { 200: z.array(publicEndorsement) } },
})

const listQuery = reviewListQuery(['createdAt', 'name', 'email', 'title', 'endorsementText'])
export type EndorsementListQuery = z.output<typeof listQuery>

export const endorsementReview = reviewEndpoints('endorsements', { row: adminEndorsement, query: listQuery })

const ownEndorsementRow = z.object({ ...ownItem, ...rowOf(endorsementWords) })
export const ownEndorsement = ownItemEndpoints('endorsements', {
  row: ownEndorsementRow,
  body: correctEndorsement.schema.body,
})

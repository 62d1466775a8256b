import { type ZodType, z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { idParams, revision } from './fields.ts'
import { reviewed } from './review.ts'
import { perReviewed, type ReviewedTopic } from './topic-words.ts'

/** Beside the words, what the person who sent an item in reads about it; never the reason of a rejection. */
export const ownItem = { id: z.int(), status: reviewed.status, revision }

/** Acts of people on an item of their own: their account sent it, or it names their proven address. */
export function ownItemEndpoints<const Topic extends ReviewedTopic, Row extends ZodType, Body extends ZodType>(
  topic: Topic,
  { row, body }: { row: Row; body: Body },
) {
  const url = `/api/profile/${topic}/:id` as const
  const { item, one } = perReviewed('topic', ({ item, reviewed: { one } }) => ({ item, one }))[topic]
  return {
    read: endpoint('GET', url, {
      summary: `The words of ${one} that the signed-in person sent in, to correct them.`,
      schema: { params: idParams, response: { 200: row } },
    }),
    correct: endpoint('PUT', url, {
      summary: `Correct one’s own ${item}; it waits for review again, and is off the site until then. Takes If-Match.`,
      schema: { params: idParams, body, response: { 200: row } },
    }),
    withdraw: endpoint('POST', `${url}/withdraw`, {
      summary: `Withdraw one’s own ${item}: it leaves the site and the review, and its history stays.`,
      schema: { params: idParams, response: { 200: row } },
    }),
  }
}
export type OwnItemEndpoints<
  Topic extends ReviewedTopic,
  Row extends ZodType,
  Body extends ZodType = ZodType,
> = ReturnType<typeof ownItemEndpoints<Topic, Row, Body>>

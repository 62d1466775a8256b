import { type ZodType, z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { idParams, revision } from './fields.ts'
import { reviewed } from './review.ts'
import { perReviewed, type ReviewedTopic } from './topic-words.ts'

/** The token of a mailed link, which works for a day: for people without an account. */
export const linkToken = z.string().min(1, 'This field is required.').max(200)

/** Beside the words, what the person who sent an item in reads about it; never the reason of a rejection. */
export const ownItem = { id: z.int(), status: reviewed.status, revision }

/** Acts of people on an item of their own: their account sent it, or it names their proven address. */
export function ownItemEndpoints<const Topic extends ReviewedTopic, Row extends ZodType, Body extends ZodType>(
  topic: Topic,
  { row, body }: { row: Row; body: Body },
) {
  const url = `/api/profile/${topic}/:id` as const
  const linkedUrl = `/api/my-campaign/${topic}/:id` as const
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
    /** The same for the owner of a mailed link (contract/my-campaign.ts). */
    linked: {
      read: endpoint('POST', `${linkedUrl}/words`, {
        summary: `The words of ${one} that the owner of a mailed link sent in.`,
        schema: { params: idParams, body: z.strictObject({ token: linkToken }), response: { 200: row } },
      }),
      correct: endpoint('POST', `${linkedUrl}/correct`, {
        summary: `Correct ${one} that the owner of a mailed link sent in; it waits for review again. Takes If-Match.`,
        schema: {
          params: idParams,
          body: z.strictObject({ token: linkToken, words: body }),
          response: { 200: row },
        },
      }),
      withdraw: endpoint('POST', `${linkedUrl}/withdraw`, {
        summary: `Withdraw ${one} that the owner of a mailed link sent in.`,
        schema: { params: idParams, body: z.strictObject({ token: linkToken }), response: { 200: row } },
      }),
    },
  }
}
export type OwnItemEndpoints<
  Topic extends ReviewedTopic,
  Row extends ZodType,
  Body extends ZodType = ZodType,
> = ReturnType<typeof ownItemEndpoints<Topic, Row, Body>>

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

const percent = z.int().min(1, 'Use 1 to 100.').max(100, 'Use 1 to 100.')

/** Confidences, of 100: from `review` on a person decides, from `reject` on a text is refused. */
const thresholds = z.strictObject({ review: percent, reject: percent })

const inOrder = ({ review, reject }: z.infer<typeof thresholds>) => review <= reject
const notInOrder = { path: ['reject'], error: 'Refusing cannot begin below reviewing.' }

export const moderationPolicy = z.object({
  ...thresholds.shape,
  /** null: as it was from the beginning. */
  changedAt: timestamp.nullable(),
})
export type ModerationPolicy = z.infer<typeof moderationPolicy>

export const readPolicy = endpoint({
  method: 'GET',
  url: '/api/moderation/policy',
  summary: 'The thresholds that hold now.',
  schema: { response: { 200: moderationPolicy } },
})

export const changePolicy = endpoint({
  method: 'PUT',
  url: '/api/moderation/policy',
  summary: 'Set the thresholds for every text that comes from now on.',
  schema: { body: thresholds.refine(inOrder, notInOrder), response: { 200: moderationPolicy } },
})

const outcomes = z.object({ approved: z.int(), held: z.int(), refused: z.int() })

export const policyTrial = z.object({
  /** How many texts of the past were looked at. */
  texts: z.int(),
  /** What was done with them, and what would have been. */
  before: outcomes,
  after: outcomes,
  /** Of those that people approved or rejected: what would have been done with them. */
  peopleApproved: outcomes,
  peopleRejected: outcomes,
})
export type PolicyTrial = z.infer<typeof policyTrial>

export const tryPolicy = endpoint({
  method: 'POST',
  url: '/api/moderation/policy/dry-run',
  summary: 'What other thresholds, or the moderator as it is now, would have done with the past. Changes nothing.',
  schema: {
    body: thresholds
      .extend({
        /** `recorded`: the confidences as they were given; `current`: the newest 500 texts are judged anew. */
        moderator: z.enum(['recorded', 'current']).default('recorded'),
      })
      .refine(inOrder, notInOrder),
    response: { 200: policyTrial },
  },
})

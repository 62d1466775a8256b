import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { timestamp } from './fields.ts'
import { modelVersion } from './moderation-models.ts'

const percent = z.int().min(1, 'Use 1 to 100.').max(100, 'Use 1 to 100.')

/** Confidence thresholds, 0 to 100: from `review` an admin decides, from `reject` a post is rejected. */
const thresholds = z.strictObject({ review: percent, reject: percent })

const inOrder = ({ review, reject }: z.infer<typeof thresholds>) => review <= reject
const notInOrder = { path: ['reject'], error: 'The rejection threshold cannot be lower than the review threshold.' }

export const moderationPolicy = z.object({
  ...thresholds.shape,
  /** The version of the active model; null: the bundled model. */
  model: z.string().nullable(),
  /** True when this release can use the model; if not, the bundled model is used instead. */
  isModelUsable: z.boolean(),
  /** True when an external moderator (MODERATION_URL) is asked first; the model then screens what it does not answer. */
  hasOutside: z.boolean(),
  /** null: never changed. */
  changedAt: timestamp.nullable(),
})
export type ModerationPolicy = z.infer<typeof moderationPolicy>

export const readPolicy = endpoint('GET', '/api/moderation/policy', {
  summary: 'The current thresholds and the active model.',
  schema: { response: { 200: moderationPolicy } },
})

export const changePolicy = endpoint('PUT', '/api/moderation/policy', {
  summary: 'Set the thresholds and the model for future posts. Without `model`, the model stays the same.',
  schema: {
    body: thresholds.extend({ model: modelVersion.nullable().optional() }).refine(inOrder, notInOrder),
    response: { 200: moderationPolicy },
  },
})

const outcome = z.enum(['approved', 'held', 'refused'])
const outcomes = z.object({ approved: z.int(), held: z.int(), refused: z.int() })

export const policyTrial = z.object({
  /** Number of past posts considered. */
  texts: z.int(),
  /** Posts skipped because time ran out; they are not counted. */
  notJudged: z.int(),
  /** The actual decision, and the one under this policy. */
  before: outcomes,
  after: outcomes,
  /** The same for posts that admins approved or rejected. */
  peopleApproved: outcomes,
  peopleRejected: outcomes,
  /**
   * Posts that admins rejected and the policy would publish, or that they approved and it would reject; newest first.
   */
  differences: z.array(
    z.object({
      id: z.int(),
      /** An excerpt. */
      text: z.string(),
      decision: z.enum(['approve', 'reject']),
      confidence: z.int(),
      outcome,
    }),
  ),
})
export type PolicyTrial = z.infer<typeof policyTrial>

export const tryPolicy = endpoint('POST', '/api/moderation/policy/dry-run', {
  summary: 'Preview what other thresholds or another moderator would have decided about past posts. Changes nothing.',
  schema: {
    body: thresholds
      .extend({
        /**
         * `recorded`: uses the recorded confidences. `model`: the newest 500 posts, and the newest 500 that admins
         * decided, are screened again by that model. `outside`: the same by the external moderator alone.
         */
        moderator: z.enum(['recorded', 'model', 'outside']).default('recorded'),
        model: modelVersion.nullable().default(null),
      })
      .refine(inOrder, notInOrder),
    response: { 200: policyTrial },
  },
})

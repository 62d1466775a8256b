import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { modelVersion } from './moderation-models.ts'

const percent = z.int().min(1, 'Use 1 to 100.').max(100, 'Use 1 to 100.')

/** Confidences, of 100: from `review` on a person decides, from `reject` on a text is refused. */
const thresholds = z.strictObject({ review: percent, reject: percent })

const inOrder = ({ review, reject }: z.infer<typeof thresholds>) => review <= reject
const notInOrder = { path: ['reject'], error: 'Refusing cannot begin below reviewing.' }

export const moderationPolicy = z.object({
  ...thresholds.shape,
  /** The model that judges, by its version; null: the one that ships with the site. */
  model: z.string().nullable(),
  /** Whether the model can be used by this release; while it cannot, the one that ships stands in for it. */
  isModelUsable: z.boolean(),
  /** Whether an outside moderator (MODERATION_URL) is asked first; the model then judges what it does not answer. */
  hasOutside: z.boolean(),
  /** null: as it was from the beginning. */
  changedAt: timestamp.nullable(),
})
export type ModerationPolicy = z.infer<typeof moderationPolicy>

export const readPolicy = endpoint({
  method: 'GET',
  url: '/api/moderation/policy',
  summary: 'The thresholds that hold now, and the model that judges.',
  schema: { response: { 200: moderationPolicy } },
})

export const changePolicy = endpoint({
  method: 'PUT',
  url: '/api/moderation/policy',
  summary: 'Set the thresholds, and the model, for every text that comes from now on. Without `model` it stays.',
  schema: {
    body: thresholds.extend({ model: modelVersion.nullable().optional() }).refine(inOrder, notInOrder),
    response: { 200: moderationPolicy },
  },
})

const outcome = z.enum(['approved', 'held', 'refused'])
const outcomes = z.object({ approved: z.int(), held: z.int(), refused: z.int() })

export const policyTrial = z.object({
  /** How many texts of the past were looked at. */
  texts: z.int(),
  /** Texts that time ran out for; nothing of them is counted. */
  notJudged: z.int(),
  /** What was done with them, and what would have been. */
  before: outcomes,
  after: outcomes,
  /** Of those that people approved or rejected: what would have been done with them. */
  peopleApproved: outcomes,
  peopleRejected: outcomes,
  /** Texts that people rejected and it would publish, or that they approved and it would refuse; newest first. */
  differences: z.array(
    z.object({
      id: z.int(),
      /** Its beginning. */
      text: z.string(),
      decision: z.enum(['approve', 'reject']),
      confidence: z.int(),
      outcome,
    }),
  ),
})
export type PolicyTrial = z.infer<typeof policyTrial>

export const tryPolicy = endpoint({
  method: 'POST',
  url: '/api/moderation/policy/dry-run',
  summary: 'What other thresholds, or another moderator, would have done with the past. Changes nothing.',
  schema: {
    body: thresholds
      .extend({
        /**
         * `recorded`: the confidences as they were given. `model`: the newest 500 texts, and the newest 500 that people
         * decided, are judged anew by that model. `outside`: the same by the outside moderator alone.
         */
        moderator: z.enum(['recorded', 'model', 'outside']).default('recorded'),
        model: modelVersion.nullable().default(null),
      })
      .refine(inOrder, notInOrder),
    response: { 200: policyTrial },
  },
})

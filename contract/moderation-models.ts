import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { noContent, timestamp } from './fields.ts'

/** The name that a training run gives its model; it appears in every verdict and in the URL of the model. */
export const modelVersion = z.string().regex(/^\w[\w.-]{0,39}$/, 'This is not a valid model version.')

export const moderationModel = z.object({
  /** null: the bundled model. */
  model: z.string().nullable(),
  version: z.string(),
  /** True when it screens new posts. */
  isChosen: z.boolean(),
  /** Size of the file; null for the bundled model. */
  bytes: z.int().nullable(),
  addedAt: timestamp.nullable(),
})
export type ModerationModel = z.infer<typeof moderationModel>

export const listModels = endpoint('GET', '/api/moderation/models', {
  summary: 'The available models: first the bundled one, then added ones, newest first.',
  schema: { response: { 200: z.array(moderationModel) } },
})

export const addModel = endpoint('POST', '/api/moderation/models', {
  summary: 'Add a model file of up to 5 MB from the training. It is validated, and not used until a policy selects it.',
  schema: { response: { 201: moderationModel } },
})

export const removeModel = endpoint('DELETE', '/api/moderation/models/:model', {
  summary: 'Remove an added model that is not in use.',
  schema: { params: z.strictObject({ model: modelVersion }), response: { 204: noContent } },
})

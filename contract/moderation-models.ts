import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { noContent, timestamp } from './fields.ts'

/** What a training run calls its model; it goes into every verdict, and into the address of the model. */
export const modelVersion = z.string().regex(/^\w[\w.-]{0,39}$/, 'This is no version of a model.')

export const moderationModel = z.object({
  /** null: the one that ships with the site. */
  model: z.string().nullable(),
  version: z.string(),
  /** Whether it judges what is written now. */
  isChosen: z.boolean(),
  /** Of the file; null for the one that ships with the site. */
  bytes: z.int().nullable(),
  addedAt: timestamp.nullable(),
})
export type ModerationModel = z.infer<typeof moderationModel>

export const listModels = endpoint({
  method: 'GET',
  url: '/api/moderation/models',
  summary:
    'The models that can judge: first the one that ships with the site, then those that were added, newest first.',
  schema: { response: { 200: z.array(moderationModel) } },
})

export const addModel = endpoint({
  method: 'POST',
  url: '/api/moderation/models',
  summary:
    'Add a model file of up to 5 MB as the training makes it. It is checked, and judges nothing until a policy names it.',
  schema: { response: { 201: moderationModel } },
})

export const removeModel = endpoint({
  method: 'DELETE',
  url: '/api/moderation/models/:model',
  summary: 'Remove an added model that does not judge.',
  schema: { params: z.strictObject({ model: modelVersion }), response: { 204: noContent } },
})

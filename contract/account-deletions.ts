import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { noContent, requiredEmail, timestamp } from './fields.ts'

/** `dueAt`: when the account and everything personal is erased; null when nobody asked for it. */
const deletion = z.object({ dueAt: timestamp.nullable() })
export type AccountDeletion = z.infer<typeof deletion>

export const readAccountDeletion = endpoint({
  method: 'GET',
  url: '/api/profile/deletion',
  summary: 'Whether and when the signed-in person’s account will be deleted.',
  schema: { response: { 200: deletion } },
})

export const requestAccountDeletion = endpoint({
  method: 'POST',
  url: '/api/profile/deletion',
  summary: 'Delete the account in 24 hours; the address is asked for as a confirmation.',
  schema: { body: z.strictObject({ email: requiredEmail }), response: { 202: deletion } },
})

export const cancelAccountDeletion = endpoint({
  method: 'DELETE',
  url: '/api/profile/deletion',
  summary: 'Keep the account after all.',
  schema: { response: { 204: noContent } },
})

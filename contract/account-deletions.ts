import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { noContent, requiredEmail, timestamp } from './fields.ts'

/** `dueAt`: when the account and all personal data will be erased; null when no deletion is scheduled. */
const deletion = z.object({ dueAt: timestamp.nullable() })

export const readAccountDeletion = endpoint('GET', '/api/profile/deletion', {
  summary: 'Whether and when the signed-in person’s account will be deleted.',
  schema: { response: { 200: deletion } },
})

export const requestAccountDeletion = endpoint('POST', '/api/profile/deletion', {
  summary: 'Schedule deletion of the account in 24 hours; requires the email address as confirmation.',
  schema: { body: z.strictObject({ email: requiredEmail }), response: { 202: deletion } },
})

export const cancelAccountDeletion = endpoint('DELETE', '/api/profile/deletion', {
  summary: 'Cancel the deletion and keep the account.',
  schema: { response: { 204: noContent } },
})

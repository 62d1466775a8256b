import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { currentUser, password } from './auth.ts'

export const changePassword = endpoint('PUT', '/api/auth/password', {
  summary: 'Set a new password; all other sessions end.',
  schema: {
    body: z.strictObject({
      /**
       * Optional in the first 15 minutes of a session that started with a magic link, or when there is no password yet.
       */
      currentPassword: password.optional(),
      newPassword: password,
    }),
    response: { 200: z.object({ user: currentUser }) },
  },
})

/** The fields that the forms for a new password or address need. */
export const proofState = z.object({
  hasPassword: z.boolean(),
  /** The last sign-in is too old, or of another kind: requires the password or a new sign-in. */
  isNeededForPassword: z.boolean(),
  isNeededForEmail: z.boolean(),
})
export type ProofState = z.infer<typeof proofState>

export const readProofState = endpoint('GET', '/api/auth/password', {
  summary: 'Whether there is a password, and whether it is required to change the password or email address.',
  schema: { response: { 200: proofState } },
})

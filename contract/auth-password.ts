import { z } from 'zod'
import { currentUser, password } from './auth.ts'
import { endpoint } from './endpoint.ts'

export const changePassword = endpoint({
  method: 'PUT',
  url: '/api/auth/password',
  summary: 'Set a new password; every other session ends.',
  schema: {
    body: z.strictObject({
      /** May be left out in the first 15 minutes of a session that began by magic link, or without a password so far. */
      currentPassword: password.optional(),
      newPassword: password,
    }),
    response: { 200: z.object({ user: currentUser }) },
  },
})

/** What the forms of a new password and a new address have to ask for. */
export const proofState = z.object({
  hasPassword: z.boolean(),
  /** The last sign-in is too long ago, or was of another kind: the password is asked for, or a new sign-in. */
  isNeededForPassword: z.boolean(),
  isNeededForEmail: z.boolean(),
})
export type ProofState = z.infer<typeof proofState>

export const readProofState = endpoint({
  method: 'GET',
  url: '/api/auth/password',
  summary: 'Whether there is a password, and whether it has to be given to change password or address.',
  schema: { response: { 200: proofState } },
})

import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { password } from './auth.ts'
import { passkeyAnswer, passkeyRequest } from './auth-passkeys.ts'
import { signInCode } from './fields.ts'

export const freshProof = z.object({
  /** The person signed in or proved their identity within the last ten minutes. */
  isFresh: z.boolean(),
  /** The ways in which they can prove it. */
  hasPassword: z.boolean(),
  /** True when they can use a code of the authenticator app, or a recovery code. */
  hasCodes: z.boolean(),
  hasPasskeys: z.boolean(),
})
export type FreshProof = z.infer<typeof freshProof>

export const readFreshProof = endpoint('GET', '/api/auth/proof', {
  summary: 'Whether the person proved within the last ten minutes that it is them, and what they can prove it with.',
  schema: { response: { 200: freshProof } },
})

export const prove = endpoint('POST', '/api/auth/proof', {
  summary: 'Prove that it is you: with the password or, with two-step sign-in, a code from the app or a recovery code.',
  schema: {
    body: z.union([z.strictObject({ password }), z.strictObject({ code: signInCode })]),
    response: { 200: freshProof },
  },
})

export const beginPasskeyProof = endpoint('POST', '/api/auth/proof/passkey/options', {
  summary: 'Begin to prove that it is you with one of your passkeys.',
  schema: { response: { 200: passkeyRequest } },
})

export const proveByPasskey = endpoint('POST', '/api/auth/proof/passkey', {
  summary: 'Prove that it is you with one of your passkeys.',
  schema: { body: z.strictObject({ credential: passkeyAnswer }), response: { 200: freshProof } },
})

import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { currentUser, password } from './auth.ts'
import { passkeyAnswer } from './auth-passkeys.ts'
import { signInCode, timestamp } from './fields.ts'

const withCode = z.strictObject({ code: signInCode })

/** A passkey answers to POST /api/auth/proof/passkey/options. */
const withStep = z.union([withCode, z.strictObject({ credential: passkeyAnswer })])

const recoveryCodes = z.object({
  /** Ten codes, shown only once; each works once. */
  recoveryCodes: z.array(z.string()),
})

/** The kind of second factor used. */
export const secondFactor = z.enum(['code', 'recovery-code', 'passkey'])

export const secondFactorState = z.object({
  isOn: z.boolean(),
  turnedOnAt: timestamp.nullable(),
  recoveryCodesLeft: z.int(),
  /** An authenticator app is set up; passkeys are listed at GET /api/auth/passkeys. */
  hasApp: z.boolean(),
})
export type SecondFactorState = z.infer<typeof secondFactorState>

export const verifyCode = endpoint('POST', '/api/auth/second-factor/verify', {
  summary: 'Second step of signing in: a code, within five minutes, from the same browser as the first step.',
  schema: {
    body: withCode,
    response: {
      200: z.object({
        user: currentUser,
        /** Null: no recovery code was used. */
        recoveryCodesLeft: z.int().nullable(),
      }),
    },
  },
})

export const readSecondFactor = endpoint('GET', '/api/auth/second-factor', {
  summary: 'Whether signing in takes a second step.',
  schema: { response: { 200: secondFactorState } },
})

const setup = z.object({
  /** Base32, for manual entry. */
  secret: z.string(),
  /** The content of the QR code. */
  uri: z.string(),
  /** The QR code as the `d` of an SVG path, one unit per module; `size` is the edge length including the quiet zone. */
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type SecondFactorSetup = z.infer<typeof setup>

export const beginSecondFactor = endpoint('POST', '/api/auth/second-factor/setup', {
  summary: 'Create a secret for an authenticator app; nothing changes until its first code is entered.',
  schema: {
    body: z.strictObject({
      /** Required unless the session started within the last 15 minutes. */
      currentPassword: password.optional(),
    }),
    response: { 200: setup },
  },
})

export const turnOnSecondFactor = endpoint('POST', '/api/auth/second-factor/turn-on', {
  summary: 'Turn on two-step sign-in; all other sessions end.',
  schema: { body: withCode, response: { 200: recoveryCodes } },
})

export const turnOnWithPasskeys = endpoint('POST', '/api/auth/second-factor/turn-on/passkeys', {
  summary: 'Turn on two-step sign-in with the passkeys of the account; all other sessions end. Takes a fresh proof.',
  schema: { response: { 200: recoveryCodes } },
})

export const renewRecoveryCodes = endpoint('POST', '/api/auth/second-factor/recovery-codes', {
  summary: 'Replace the recovery codes with ten new ones.',
  schema: { body: withStep, response: { 200: recoveryCodes } },
})

export const turnOffSecondFactor = endpoint('POST', '/api/auth/second-factor/turn-off', {
  summary: 'Turn off two-step sign-in; passkeys stay.',
  schema: { body: withStep, response: { 200: secondFactorState } },
})

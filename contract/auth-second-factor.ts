import { z } from 'zod'
import { currentUser, password } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

/** Six digits from the authenticator app, or a recovery code; spaces, dashes and case are ignored. */
const code = z.string().trim().min(1, 'This field is required.').max(40, 'This code is too long.')
const withCode = z.strictObject({ code })

const recoveryCodes = z.object({
  /** Ten codes, shown only once; each works once. */
  recoveryCodes: z.array(z.string()),
})
export type RecoveryCodes = z.infer<typeof recoveryCodes>

/** The kind of second factor used. */
export const secondFactor = z.enum(['code', 'recovery-code'])

export const secondFactorState = z.object({
  isOn: z.boolean(),
  turnedOnAt: timestamp.nullable(),
  recoveryCodesLeft: z.int(),
})
export type SecondFactorState = z.infer<typeof secondFactorState>

export const verifyCode = endpoint({
  method: 'POST',
  url: '/api/auth/second-factor/verify',
  summary: 'Second step of signing in: a code, within five minutes, from the same browser as the first step.',
  schema: {
    body: withCode,
    response: {
      200: z.object({
        user: currentUser,
        /** null: no recovery code was used. */
        recoveryCodesLeft: z.int().nullable(),
      }),
    },
  },
})

export const readSecondFactor = endpoint({
  method: 'GET',
  url: '/api/auth/second-factor',
  summary: 'Whether signing in requires a code.',
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

export const beginSecondFactor = endpoint({
  method: 'POST',
  url: '/api/auth/second-factor/setup',
  summary: 'Create a secret for an authenticator app; nothing changes until its first code is entered.',
  schema: {
    body: z.strictObject({
      /** Required unless the session started within the last 15 minutes. */
      currentPassword: password.optional(),
    }),
    response: { 200: setup },
  },
})

export const turnOnSecondFactor = endpoint({
  method: 'POST',
  url: '/api/auth/second-factor/turn-on',
  summary: 'Turn on two-step sign-in; all other sessions end.',
  schema: { body: withCode, response: { 200: recoveryCodes } },
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  url: '/api/auth/second-factor/recovery-codes',
  summary: 'Replace the recovery codes with ten new ones.',
  schema: { body: withCode, response: { 200: recoveryCodes } },
})

export const turnOffSecondFactor = endpoint({
  method: 'POST',
  url: '/api/auth/second-factor/turn-off',
  summary: 'Turn off two-step sign-in.',
  schema: { body: withCode, response: { 200: secondFactorState } },
})

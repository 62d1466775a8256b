import { z } from 'zod'
import { currentUser, password } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

/** Six digits of the authenticator app, or a recovery code; spaces, dashes and case do not count. */
const code = z.string().trim().min(1, 'This field is required.').max(40, 'This code is too long.')
const withCode = z.strictObject({ code })

const recoveryCodes = z.object({
  /** Ten, told this once; each works once. */
  recoveryCodes: z.array(z.string()),
})
export type RecoveryCodes = z.infer<typeof recoveryCodes>

/** What the second step of a sign-in was done with. */
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
  summary: 'The second step of a sign-in: a code, within five minutes, from the browser of the first step.',
  schema: {
    body: withCode,
    response: {
      200: z.object({
        user: currentUser,
        /** null: it was no recovery code. */
        recoveryCodesLeft: z.int().nullable(),
      }),
    },
  },
})

export const readSecondFactor = endpoint({
  method: 'GET',
  url: '/api/auth/second-factor',
  summary: 'Whether signing in asks for a code.',
  schema: { response: { 200: secondFactorState } },
})

const setup = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** What the QR code says. */
  uri: z.string(),
  /** The QR code as the `d` of an SVG path, one unit per module; `size` is its edge with the quiet zone. */
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type SecondFactorSetup = z.infer<typeof setup>

export const beginSecondFactor = endpoint({
  method: 'POST',
  url: '/api/auth/second-factor/setup',
  summary: 'A fresh secret for an authenticator app; nothing changes until its first code is given.',
  schema: {
    body: z.strictObject({
      /** Needed when the session did not begin within the last 15 minutes. */
      currentPassword: password.optional(),
    }),
    response: { 200: setup },
  },
})

export const turnOnSecondFactor = endpoint({
  method: 'POST',
  url: '/api/auth/second-factor/turn-on',
  summary: 'Ask for a code at every sign-in from now on; every other session ends.',
  schema: { body: withCode, response: { 200: recoveryCodes } },
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  url: '/api/auth/second-factor/recovery-codes',
  summary: 'Ten new recovery codes in place of the old ones.',
  schema: { body: withCode, response: { 200: recoveryCodes } },
})

export const turnOffSecondFactor = endpoint({
  method: 'POST',
  url: '/api/auth/second-factor/turn-off',
  summary: 'Sign in without a code from now on.',
  schema: { body: withCode, response: { 200: secondFactorState } },
})

import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { secondFactor } from './auth-second-factor.ts'
import { noContent, timestamp } from './fields.ts'

/** Way in which a session started. */
export const signInMethod = z.enum(['password', 'magic-link', 'passkey', 'google', 'facebook'])

/** Approximate location, from an offline database; `country` is its English name. */
export const place = z.object({ city: z.string().nullable(), region: z.string().nullable(), country: z.string() })

const client = {
  method: signInMethod,
  /** Like 'Firefox on Windows'. */
  device: z.string(),
  place: place.nullable(),
}

export const session = z.object({
  id: z.uuid(),
  ...client,
  createdAt: timestamp,
  lastSeenAt: timestamp,
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof session>

/**
 * Cause of a session’s end: the person (from another browser: `signed-out-elsewhere`), another sign-in in the same browser,
 * time, a change to the account, an admin, or an operator of the site.
 */
export const sessionEnd = z.enum([
  'signed-out',
  'signed-out-elsewhere',
  'signed-in-again',
  'expired',
  'password-changed',
  'email-changed',
  'address-proven',
  'second-factor-changed',
  'passkey-removed',
  'rights-changed',
  'account-closed',
  'admin',
  'operator',
])
export type SessionEnd = z.infer<typeof sessionEnd>

export const pastSession = z.object({
  id: z.uuid(),
  ...client,
  createdAt: timestamp,
  endedAt: timestamp,
  /** Seconds from the sign-in to the end. */
  duration: z.int(),
  end: sessionEnd,
})
export type PastSession = z.infer<typeof pastSession>

export const signInRecord = z.object({
  id: z.uuid(),
  ...client,
  outcome: z.enum(['success', 'failure']),
  /** The second factor used; on a failure it means that the code or passkey was wrong. */
  secondFactor: secondFactor.nullable(),
  at: timestamp,
})
export type SignInRecord = z.infer<typeof signInRecord>

export const listSessions = endpoint('GET', '/api/auth/sessions', {
  summary: 'The sessions of the signed-in person, last used first.',
  schema: { response: { 200: z.array(session) } },
})

export const listPastSessions = endpoint('GET', '/api/auth/sessions/past', {
  summary: 'The latest 50 sessions of the signed-in person that ended in the past 90 days, last ended first.',
  schema: { response: { 200: z.array(pastSession) } },
})

export const endSession = endpoint('DELETE', '/api/auth/sessions/:id', {
  summary: 'End one of your own sessions.',
  schema: { params: z.strictObject({ id: z.uuid('The id must be a session id.') }), response: { 204: noContent } },
})

export const endOtherSessions = endpoint('DELETE', '/api/auth/sessions', {
  summary: 'End all other sessions.',
  schema: { response: { 204: noContent } },
})

export const listSignIns = endpoint('GET', '/api/auth/sign-ins', {
  summary: 'The latest 50 sign-ins of the past 90 days, including wrong passwords and codes; newest first.',
  schema: { response: { 200: z.array(signInRecord) } },
})

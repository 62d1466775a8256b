import { z } from 'zod'
import { secondFactor } from './auth-second-factor.ts'
import { endpoint } from './endpoint.ts'
import { noContent, timestamp } from './fields.ts'

/** How a session started. */
export const signInMethod = z.enum(['password', 'magic-link', 'passkey', 'google', 'facebook'])
export type SignInMethod = z.infer<typeof signInMethod>

/** Approximate location, from an offline database; `country` is its English name. */
export const place = z.object({ city: z.string().nullable(), region: z.string().nullable(), country: z.string() })
export type Place = z.infer<typeof place>

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

export const signInRecord = z.object({
  id: z.uuid(),
  ...client,
  outcome: z.enum(['success', 'failure']),
  /** The second factor used; on a failure it means that the code or passkey was wrong. */
  secondFactor: secondFactor.nullable(),
  at: timestamp,
})
export type SignInRecord = z.infer<typeof signInRecord>

export const listSessions = endpoint({
  method: 'GET',
  url: '/api/auth/sessions',
  summary: 'The sessions of the signed-in person, last used first.',
  schema: { response: { 200: z.array(session) } },
})

export const endSession = endpoint({
  method: 'DELETE',
  url: '/api/auth/sessions/:id',
  summary: 'End one of your own sessions.',
  schema: { params: z.strictObject({ id: z.uuid('The id must be a session id.') }), response: { 204: noContent } },
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  url: '/api/auth/sessions',
  summary: 'End all other sessions.',
  schema: { response: { 204: noContent } },
})

export const listSignIns = endpoint({
  method: 'GET',
  url: '/api/auth/sign-ins',
  summary: 'The latest 50 sign-ins of the past 90 days, including wrong passwords and codes; newest first.',
  schema: { response: { 200: z.array(signInRecord) } },
})

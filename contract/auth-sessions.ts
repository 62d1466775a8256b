import { z } from 'zod'
import { secondFactor } from './auth-second-factor.ts'
import { endpoint } from './endpoint.ts'
import { noContent, timestamp } from './fields.ts'

/** How a session began. */
export const signInMethod = z.enum(['password', 'magic-link', 'google', 'facebook'])
export type SignInMethod = z.infer<typeof signInMethod>

/** Roughly where, by an offline database; `country` is its English name. */
export const place = z.object({ city: z.string().nullable(), region: z.string().nullable(), country: z.string() })
export type Place = z.infer<typeof place>

const client = {
  method: signInMethod,
  /** Such as 'Firefox on Windows'. */
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
  /** What the second step was done with; of a failure: that it was the code that was wrong. */
  secondFactor: secondFactor.nullable(),
  at: timestamp,
})
export type SignInRecord = z.infer<typeof signInRecord>

export const listSessions = endpoint({
  method: 'GET',
  url: '/api/auth/sessions',
  summary: 'Where one is signed in, the last used first.',
  schema: { response: { 200: z.array(session) } },
})

export const endSession = endpoint({
  method: 'DELETE',
  url: '/api/auth/sessions/:id',
  summary: 'Sign out one of one’s own sessions.',
  schema: { params: z.strictObject({ id: z.uuid('The id must be that of a session.') }), response: { 204: noContent } },
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  url: '/api/auth/sessions',
  summary: 'Sign out everywhere but here.',
  schema: { response: { 204: noContent } },
})

export const listSignIns = endpoint({
  method: 'GET',
  url: '/api/auth/sign-ins',
  summary: 'The last 50 sign-ins of the past 90 days, wrong passwords and codes included; newest first.',
  schema: { response: { 200: z.array(signInRecord) } },
})

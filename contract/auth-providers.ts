import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { noContent, ownPath } from './fields.ts'

export const provider = z.enum(['google', 'facebook'])
export type Provider = z.infer<typeof provider>

/** Why sign-in with a provider failed; the sign-in page has the messages. */
export const providerProblem = z.enum([
  'not-configured',
  'from-elsewhere',
  'cancelled',
  'expired',
  'failed',
  'no-email',
  'address-taken',
  'address-unconfirmed',
  'linked-elsewhere',
  'not-proven',
  'busy',
  'banned',
  'inactive',
])
export type ProviderProblem = z.infer<typeof providerProblem>

const start = (name: Provider) =>
  ({
    querystring: z.object({
      /** Where the person goes afterwards. */
      next: ownPath.optional(),
      /** `true`: connects the provider to the signed-in account. */
      connect: z.literal('true').optional(),
    }),
    response: { 302: noContent.describe(`Redirects to ${name}, or back to /login with an error.`) },
  }) as const

// Providers send more than we need, and may send even more in the future.
const callback = {
  querystring: z.object({
    code: z.string().max(4000).optional(),
    state: z.string().max(200).optional(),
    error: z.string().max(200).optional(),
    iss: z.string().max(500).optional(),
  }),
  response: { 302: noContent.describe('Redirects to the previous page, or back to /login with an error.') },
} as const

export const startGoogle = endpoint('GET', '/api/auth/google', {
  summary: 'Sign in with Google: a full-page navigation.',
  schema: start('google'),
})
export const finishGoogle = endpoint('GET', '/api/auth/google/callback', {
  summary: 'The callback URL for Google.',
  schema: callback,
})
export const startFacebook = endpoint('GET', '/api/auth/facebook', {
  summary: 'Sign in with Facebook: a full-page navigation.',
  schema: start('facebook'),
})
export const finishFacebook = endpoint('GET', '/api/auth/facebook/callback', {
  summary: 'The callback URL for Facebook.',
  schema: callback,
})

export const connection = z.object({ provider, isAvailable: z.boolean(), isConnected: z.boolean() })
export type Connection = z.infer<typeof connection>

export const listConnections = endpoint('GET', '/api/auth/connections', {
  summary: 'Which providers the account is connected to.',
  schema: { response: { 200: z.array(connection) } },
})

export const disconnect = endpoint('DELETE', '/api/auth/connections/:provider', {
  summary: 'Disconnect a provider; a magic link always works instead.',
  schema: { params: z.strictObject({ provider }), response: { 204: noContent } },
})

export const listProviders = endpoint('GET', '/api/auth/providers', {
  summary: 'Which providers sign-in is set up for.',
  schema: { response: { 200: z.object({ google: z.boolean(), facebook: z.boolean() }) } },
})

import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { currentUser, mailedToken, password } from './auth.ts'
import { requiredEmail } from './fields.ts'

export const requestEmailChange = endpoint('POST', '/api/auth/email-change', {
  summary: 'Request an email address change: the new address gets a confirmation link, and the current one a notice.',
  schema: {
    body: z.strictObject({
      email: requiredEmail,
      /** Required unless the session started within the last 15 minutes. */
      currentPassword: password.optional(),
    }),
    response: { 202: z.object({ message: z.string() }) },
  },
})

export const verifyEmailChange = endpoint('POST', '/api/auth/email-change/verify', {
  summary: 'Confirm the new address with the token from the mail, while signed in to its account.',
  schema: { body: z.strictObject({ token: mailedToken }), response: { 200: z.object({ user: currentUser }) } },
})

import { z } from 'zod'
import { currentUser, mailedToken, password } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { requiredEmail } from './fields.ts'

export const requestEmailChange = endpoint({
  method: 'POST',
  url: '/api/auth/email-change',
  summary: 'Ask for another e-mail address: a link to confirm it goes there, and the present one is told.',
  schema: {
    body: z.strictObject({
      email: requiredEmail,
      /** Needed when the session did not begin within the last 15 minutes. */
      currentPassword: password.optional(),
    }),
    response: { 202: z.object({ message: z.string() }) },
  },
})

export const verifyEmailChange = endpoint({
  method: 'POST',
  url: '/api/auth/email-change/verify',
  summary: 'Confirm the new address with the token of the mailed link, signed in to the account it is for.',
  schema: {
    body: z.strictObject({ token: mailedToken }),
    response: { 200: z.object({ user: currentUser }) },
  },
})

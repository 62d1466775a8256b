import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nullableText, requiredEmail } from './fields.ts'

export const joinMailingList = endpoint({
  method: 'POST',
  url: '/api/email-signup',
  summary: 'Join the mailing list; the response does not reveal whether the address was known.',
  schema: {
    body: z.strictObject({ email: requiredEmail, firstName: nullableText(100) }),
    response: { 201: z.object({ id: z.int() }) },
  },
})

export const countEmailSignups = endpoint({
  method: 'GET',
  url: '/api/email-signup-count',
  summary: 'Number of people on the mailing list.',
  schema: { response: { 200: z.object({ count: z.int() }) } },
})

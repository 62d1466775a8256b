import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { day, requiredEmail, timestamp } from './fields.ts'
import { mailSuppression } from './mail-consents.ts'

/** The way a person told staff that they want no mail. */
const unsubscribeSource = z.enum(['by phone', 'in person', 'by letter'], 'Say how they told you.')
export type UnsubscribeSource = z.infer<typeof unsubscribeSource>

/** Why an address that bounced is mailed again. */
const liftReason = z.enum(['works again', 'blocked us', 'mistake'], 'Say why it should get mail again.')
export type LiftReason = z.infer<typeof liftReason>

/** Why a person is mailed again whose complaint was reported. */
const complaintLiftReason = z.enum(['not theirs', 'mistake', 'wants mail'], 'Say why they should get mail again.')
export type ComplaintLiftReason = z.infer<typeof complaintLiftReason>

const domain = z
  .string()
  .max(255)
  .transform((text) => text.trim().toLowerCase().replace(/^@/, ''))
  .pipe(z.string().regex(/^[^\s@]+\.[^\s@]+$/, 'Enter a domain such as example.org.'))
const block = z.strictObject({ domain, day })

/** `isChanged`: false when it was so before. `mailSuppression`: null: the address gets campaign mail. */
const outcome = z.object({ isChanged: z.boolean(), mailSuppression: mailSuppression.nullable() })

export const readConsentAt = endpoint('POST', '/api/admin/mail-consents/read', {
  summary: 'Whether an address gets campaign mail, for people who are in no list of the console.',
  schema: {
    body: z.strictObject({ email: requiredEmail }),
    response: { 200: z.object({ mailSuppression: mailSuppression.nullable() }) },
  },
})

export const unsubscribePerson = endpoint('POST', '/api/admin/mail-consents/unsubscribe', {
  summary: 'Stop all campaign mail to a person who told staff so.',
  schema: { body: z.strictObject({ email: requiredEmail, source: unsubscribeSource }), response: { 200: outcome } },
})

export const liftBounce = endpoint('POST', '/api/admin/mail-consents/lift-bounce', {
  summary: 'Mail an address again that bounced; rejected for people who unsubscribed or complained.',
  schema: { body: z.strictObject({ email: requiredEmail, reason: liftReason }), response: { 200: outcome } },
})

export const liftComplaint = endpoint('POST', '/api/admin/mail-consents/lift-complaint', {
  summary: 'Mail a person again whose complaint was not theirs or not meant, or dismiss one that waits for staff.',
  schema: { body: z.strictObject({ email: requiredEmail, reason: complaintLiftReason }), response: { 200: outcome } },
})

export const confirmComplaint = endpoint('POST', '/api/admin/mail-consents/confirm-complaint', {
  summary: 'Stop all campaign mail to a person whose complaint waits for staff.',
  schema: { body: z.strictObject({ email: requiredEmail }), response: { 200: outcome } },
})

export const listHeldComplaints = endpoint('GET', '/api/admin/mail-consents/held-complaints', {
  summary: 'Complaints from senders that our mail server does not vouch for: staff decide. The oldest 100.',
  schema: { response: { 200: z.array(z.object({ email: z.string(), at: timestamp })) } },
})

export const countBounces = endpoint('GET', '/api/admin/mail-consents/bounces', {
  summary: 'Number of addresses of a domain that get no campaign mail because they bounced on a day.',
  schema: { querystring: block, response: { 200: z.object({ bounced: z.int() }) } },
})

export const liftBounces = endpoint('POST', '/api/admin/mail-consents/lift-bounces', {
  summary: 'After a block: mail the addresses of a domain again that bounced on a day, up to 500 per call.',
  schema: { body: block, response: { 200: z.object({ lifted: z.int(), left: z.int() }) } },
})

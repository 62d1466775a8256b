import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { requiredEmail, timestamp } from './fields.ts'

/**
 * `campaign`: an email campaign or the welcome series; `letter`: about what a person did here, such as a registration;
 * `account`: asked for to go on, such as a link to sign in; `notice`: about an account, such as a new sign-in.
 */
export const mailWay = z.enum(['campaign', 'letter', 'account', 'notice'])
export type MailWay = z.infer<typeof mailWay>

const mailFact = z.object({
  at: timestamp,
  way: mailWay,
  outcome: z.enum(['sent', 'waits', 'not sent', 'refused']),
  /** The outcome of the mail and its reason, in one sentence; the time of a later attempt is on the campaign’s clock. */
  sentence: z.string(),
})
export type MailFact = z.infer<typeof mailFact>

export const readMailFacts = endpoint('GET', '/api/admin/mail-facts', {
  summary: 'What we sent to an address, what was held back or refused, and why: newest first, at most 300.',
  schema: {
    querystring: z.strictObject({ email: requiredEmail }),
    response: {
      200: z.object({
        email: z.string(),
        /** The reasons that stop mail to this address now, in sentences; for an unknown address, that it is unknown. */
        now: z.array(z.string()),
        facts: z.array(mailFact),
      }),
    },
  },
})
export type MailFacts = z.infer<(typeof readMailFacts)['schema']['response'][200]>

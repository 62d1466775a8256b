import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

/** A mail of the site, not of a campaign, that the mail server refused. */
const unsentMail = z.object({
  /** For `npm run admin -- unsent-mails`. */
  id: z.int(),
  /** The subject line. */
  title: z.string(),
  /** Of the recipient; null when it is no longer known. */
  email: z.string().nullable(),
  state: z.enum(['waiting', 'given_up']),
  /** What the mail server answered, in codes: mail servers quote addresses in their words. */
  reason: z.string(),
  attempts: z.int(),
  /** Of the first attempt. */
  since: timestamp,
  /** Of the last attempt, or of the decision to try again. */
  changedAt: timestamp,
  /** null: given up. */
  nextAttemptAt: timestamp.nullable(),
})
export type UnsentMail = z.infer<typeof unsentMail>

export const listUnsentMails = endpoint({
  method: 'GET',
  url: '/api/admin/unsent-mails',
  summary: 'Mails of the site that the mail server refused: how many wait or were given up, and the latest of them.',
  schema: {
    response: {
      200: z.object({
        /** Tried again by themselves. */
        waiting: z.int(),
        givenUp: z.int(),
        /** The latest 50: those given up first, each newest first. */
        mails: z.array(unsentMail),
      }),
    },
  },
})
export type UnsentMails = z.infer<(typeof listUnsentMails.schema.response)[200]>

import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { timestamp } from './fields.ts'

/** An email of the site, not of a campaign, that the mail server refused. */
const unsentMail = z.object({
  /** For `npm run admin -- unsent-mails`. */
  id: z.int(),
  /** The subject line. */
  title: z.string(),
  /** The recipient’s address; null when it is no longer known. */
  email: z.string().nullable(),
  state: z.enum(['waiting', 'given_up']),
  /** The mail server’s answer, in codes only, because servers quote addresses in their replies. */
  reason: z.string(),
  attempts: z.int(),
  /** Time of the first attempt. */
  since: timestamp,
  /** Time of the last attempt, or of the decision to try again. */
  changedAt: timestamp,
  /** Null: abandoned. */
  nextAttemptAt: timestamp.nullable(),
})
export type UnsentMail = z.infer<typeof unsentMail>

export const listUnsentMails = endpoint('GET', '/api/admin/unsent-mails', {
  summary: 'Mails of the site that the mail server refused: how many wait or were given up, and the latest of them.',
  schema: {
    response: {
      200: z.object({
        /** Tried again by themselves. */
        waiting: z.int(),
        givenUp: z.int(),
        /** The latest 50: abandoned ones first, each newest first. */
        mails: z.array(unsentMail),
      }),
    },
  },
})
export type UnsentMails = z.infer<(typeof listUnsentMails.schema.response)[200]>

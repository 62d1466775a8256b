import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { mailText } from './email-campaigns.ts'
import { revision, timestamp } from './fields.ts'

const welcomeMail = z.strictObject({
  /** Whole hours after a person joined the mailing list; 0: at once. */
  afterHours: z.int().min(0, 'Use 0 to 2160 hours.').max(2160, 'Use 0 to 2160 hours.'),
  ...mailText,
})

const settings = z.strictObject({
  isOn: z.boolean(),
  /** In the order they are sent. */
  mails: z
    .array(welcomeMail)
    .min(1, 'Write at least one email.')
    .max(3, 'Use at most 3 emails.')
    .refine(
      (mails) => mails.every((mail, index) => index === 0 || mail.afterHours > (mails[index - 1]?.afterHours ?? 0)),
      'Each email has to come later than the one before.',
    ),
})
export type WelcomeSeriesSettings = z.output<typeof settings>

/** As it is kept: an email written before a rule for its text existed is read like any other. */
const welcomeSeries = z.object({
  isOn: z.boolean(),
  mails: z.array(
    z.object({ afterHours: z.int(), subject: z.string(), preheader: z.string().default(''), body: z.string() }),
  ),
  /** People who are in the series now, and emails accepted so far. */
  underWay: z.int(),
  sent: z.int(),
  changedAt: timestamp.nullable(),
  revision,
})
export type WelcomeSeries = z.infer<typeof welcomeSeries>

export const readWelcomeSeries = endpoint('GET', '/api/email-campaigns/welcome-series', {
  summary: 'The mails that new subscribers get.',
  schema: { response: { 200: welcomeSeries } },
})

export const changeWelcomeSeries = endpoint('PUT', '/api/email-campaigns/welcome-series', {
  summary: 'Edit the series or switch it on or off; only people who join while it is on get it. Takes If-Match.',
  schema: { body: settings, response: { 200: welcomeSeries } },
})

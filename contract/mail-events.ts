import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { reportedTime as at, requiredEmail } from './fields.ts'

/** A mail server’s code, such as '5.1.1' or '550'. */
const code = z.string().regex(/^([245]\d\d|[245]\.\d{1,3}\.\d{1,3})$/, 'Use a code such as 5.1.1 or 550.')
/** The email that it is about: by its Message-ID, or by its recipient. */
const about = z.union([
  z.strictObject({ messageId: z.string().min(1).max(998) }),
  z.strictObject({ email: requiredEmail }),
])

/** Reports in a shape of our own, for mail servers that can run a script. */
export const ownEvents = z.strictObject({
  events: z
    .array(
      z.discriminatedUnion('type', [
        // `words`: of the mail server; without them a bare 550 or 5.0.0 doesn't say that the mailbox is gone.
        z.strictObject({ type: z.literal('bounce'), code, words: z.string().max(2000).optional(), at, about }),
        z.strictObject({ type: z.literal('complaint'), at, about }),
      ]),
    )
    .min(1)
    .max(500),
})

/** Amazon SES through SNS, unless it delivers raw: `Message` holds JSON in a text, or one sentence. */
export const snsEnvelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  TopicArn: z.string(),
  Message: z.string(),
  SubscribeURL: z.string().max(2000).optional(),
})

const address = z.string().max(1000)
/** Notifications have `notificationType`, events of a configuration set `eventType`. Other kinds have no part of these. */
export const sesNews = z.object({
  mail: z.object({
    destination: z.array(z.string()).default([]),
    commonHeaders: z.object({ messageId: z.string().nullish() }).nullish(),
  }),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string().nullish(),
      timestamp: at,
      bouncedRecipients: z
        .array(
          z.object({
            emailAddress: address,
            action: z.string().nullish(),
            status: z.string().nullish(),
            diagnosticCode: z.string().nullish(),
          }),
        )
        .max(100),
    })
    .optional(),
  complaint: z
    .object({
      timestamp: at,
      complaintFeedbackType: z.string().nullish(),
      complainedRecipients: z.array(z.object({ emailAddress: address })).max(100),
    })
    .optional(),
  subscription: z
    .object({ timestamp: at, newTopicPreferences: z.object({ unsubscribeAll: z.boolean().nullish() }).nullish() })
    .optional(),
})
export type SesNews = z.infer<typeof sesNews>

export const postmarkNews = z.object({
  RecordType: z.string(),
  Type: z.string().nullish(),
  Email: address.nullish(),
  BouncedAt: at.nullish(),
  Details: z.string().nullish(),
  Description: z.string().nullish(),
  // Postmark changed its list of people it no longer mails.
  Recipient: address.nullish(),
  ChangedAt: at.nullish(),
  SuppressSending: z.boolean().nullish(),
  SuppressionReason: z.string().nullish(),
})
export type PostmarkNews = z.infer<typeof postmarkNews>

export const reportMailEvents = endpoint('POST', '/api/mail-events', {
  summary: 'Bounces and complaints from the mail provider; signed (docs/operations.md).',
  schema: { response: { 200: z.object({ recorded: z.int() }) } },
})

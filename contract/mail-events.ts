import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { reportedTime as at, requiredEmail } from './fields.ts'

/** Of a mail server, such as '5.1.1' or '550'. */
const code = z.string().regex(/^([245]\d\d|[245]\.\d{1,3}\.\d{1,3})$/, 'Use a code such as 5.1.1 or 550.')
/** Which mail it was about: by its Message-ID, or by the address it went to. */
const about = z.union([
  z.strictObject({ messageId: z.string().min(1).max(998) }),
  z.strictObject({ email: requiredEmail }),
])

/** Reports in a shape of our own, for mail servers that can run a script. */
const ownEvents = z.strictObject({
  events: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('bounce'), code, at, about }),
        z.strictObject({ type: z.literal('complaint'), at, about }),
      ]),
    )
    .min(1)
    .max(500),
})

/** Amazon SES through SNS: `message` holds JSON in a text. */
const snsEnvelope = z.object({
  Type: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  SubscribeURL: z.string().max(2000).optional(),
})

const sesMail = z.object({
  destination: z.array(z.string()).default([]),
  commonHeaders: z.object({ messageId: z.string().optional() }).optional(),
})
/** What is in the `Message`; other kinds of news have neither part. */
export const sesNews = z.object({
  mail: sesMail,
  bounce: z
    .object({
      bounceType: z.string(),
      timestamp: at,
      bouncedRecipients: z
        .array(
          z.object({
            emailAddress: z.string(),
            status: z.string().optional(),
            diagnosticCode: z.string().optional(),
          }),
        )
        .max(100),
    })
    .optional(),
  complaint: z
    .object({ timestamp: at, complainedRecipients: z.array(z.object({ emailAddress: z.string() })).max(100) })
    .optional(),
})
export type SesNews = z.infer<typeof sesNews>

const postmarkNews = z.object({
  RecordType: z.string(),
  MessageID: z.string(),
  Type: z.string().optional(),
  Email: z.string().optional(),
  BouncedAt: at.optional(),
  Details: z.string().optional(),
  Description: z.string().optional(),
})
export type PostmarkNews = z.infer<typeof postmarkNews>

export const mailEvents = z.union([ownEvents, snsEnvelope, postmarkNews])
export type MailEvents = z.infer<typeof mailEvents>

export const reportMailEvents = endpoint({
  method: 'POST',
  url: '/api/mail-events',
  summary: 'Bounces and complaints from the mail provider; signed (docs/operations.md).',
  schema: { response: { 200: z.object({ recorded: z.int() }) } },
})

import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { requiredEmail, timestamp } from './fields.ts'
import { preferences } from './preferences.ts'

/** The token from the link in an email. */
const token = z.string().min(1, 'This field is required.').max(200)

/** The choices of people without an account; notices about an account are not among them. */
export const mailChoices = preferences.omit({ securityAlerts: true })
export type MailChoices = z.infer<typeof mailChoices>

/** `erased`: the person was erased, and no email is sent. */
export const mailConsent = z.discriminatedUnion('status', [
  z.object({ status: z.literal('subscribed'), choices: mailChoices }),
  z.object({ status: z.literal('unsubscribed'), choices: mailChoices }),
  z.object({ status: z.literal('erased') }),
])
export type MailConsent = z.infer<typeof mailConsent>

/** Why a person gets no campaign email, and since when. */
export const mailSuppression = z.object({ reason: z.enum(['unsubscribed', 'bounced', 'complained']), at: timestamp })
export type MailSuppression = z.infer<typeof mailSuppression>

const body = z.strictObject({ token })

/** Why the owner of a link got the mail that it came with. Nothing is told of an erased person. */
const whyMailed = z.object({
  status: z.enum(['subscribed', 'unsubscribed', 'erased']),
  /** In words: the rules of the email campaign that applied to them, or that it is a receipt. */
  rules: z.array(z.string()),
  /** The acts that brought their address to us, each with its day, its source and the words they agreed to. */
  acts: z.array(z.object({ text: z.string(), details: z.array(z.string()) })),
})
export type WhyMailed = z.infer<typeof whyMailed>

export const readWhyMailed = endpoint('POST', '/api/mail-consents/why', {
  summary: 'Why the owner of a link in a mail got it: the rule in words, and when and how they agreed.',
  schema: { body, response: { 200: whyMailed } },
})

export const readMailConsent = endpoint('POST', '/api/mail-consents/read', {
  summary: 'What the owner of a link in a mail gets from us.',
  schema: { body, response: { 200: mailConsent } },
})

export const unsubscribe = endpoint('POST', '/api/mail-consents/unsubscribe', {
  summary: 'Stop all campaign mail to the owner of the link.',
  schema: { body, response: { 200: mailConsent } },
})

export const resubscribe = endpoint('POST', '/api/mail-consents/resubscribe', {
  summary: 'Send campaign mail to the owner of the link again.',
  schema: { body, response: { 200: mailConsent } },
})

export const changeMailChoices = endpoint('PUT', '/api/mail-consents/choices', {
  summary: 'Choose what to hear about, without an account.',
  schema: { body: z.strictObject({ token, choices: mailChoices }), response: { 200: mailConsent } },
})

export const requestMailLink = endpoint('POST', '/api/mail-consents/link', {
  summary: 'Mail a link to this page of preferences; the response is the same for known and unknown addresses.',
  schema: { body: z.strictObject({ email: requiredEmail }), response: { 202: z.object({ message: z.string() }) } },
})

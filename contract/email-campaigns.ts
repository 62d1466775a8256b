import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { adminListQuery } from './admin-lists.ts'
import { chosenSegments, leftOut, mailPurpose, segmentId } from './email-segments.ts'
import {
  idParams,
  isYearInRange,
  noContent,
  nullableEmail,
  nullableText,
  optionalText,
  requiredText,
  revision,
  timestamp,
} from './fields.ts'
import { rejectLongLinks } from './mail-links.ts'
import { rejectMarkup, rejectPicturesAndHtml, rejectUnknownFields } from './merge-fields.ts'

/** Code points of the text that an admin writes for one email. */
export const maxMailContent = 10_000

/** Its origin: one of the three cards, the compose card, or the welcome series. */
export const emailCampaignKind = z.enum(['volunteer-update', 'donor-thank-you', 're-engagement', 'composed', 'welcome'])
export type EmailCampaignKind = z.infer<typeof emailCampaignKind>

export const emailCampaignStatus = z.enum(
  ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled', 'failed'],
  'Use one of: draft, scheduled, sending, paused, sent, cancelled, failed.',
)
export type EmailCampaignStatus = z.infer<typeof emailCampaignStatus>

/** The text by an admin, with merge fields (`merge-fields.ts`). */
export const mailText = {
  subject: requiredText(300).superRefine(rejectUnknownFields).superRefine(rejectMarkup),
  /** Shown by mail programs next to the subject. */
  preheader: optionalText(200).superRefine(rejectUnknownFields).superRefine(rejectMarkup),
  /** Markdown without HTML. */
  body: requiredText(maxMailContent)
    .superRefine(rejectUnknownFields)
    .superRefine(rejectPicturesAndHtml)
    .superRefine(rejectLongLinks),
}
const mailContent = { name: requiredText(200), ...mailText }

/** The switch in Settings that the email is about; null: those of its segments. They count in either case. */
const purpose = mailPurpose.nullable()

const composed = z.strictObject({
  ...mailContent,
  segmentIds: chosenSegments,
  purpose: purpose.default(null),
  /** Where replies go: an address of the campaign’s domain, or one of MAIL_REPLY_ADDRESSES; null: to the sender. */
  replyTo: nullableEmail,
})
export type ComposedMail = z.output<typeof composed>

/** One outcome per person; the numbers add up to `recipients`. */
export const emailCampaignProgress = z.object({
  recipients: z.int(),
  /** Not tried yet, or to be tried again. */
  waiting: z.int(),
  /** Accepted by the next mail server. */
  sent: z.int(),
  /** Refused for good, or abandoned. */
  failed: z.int(),
  /** Skipped after the start: the recipient unsubscribed, was banned or erased, or the email campaign was cancelled. */
  skipped: z.int(),
  /** Emails per second, over the last half minute; null while none is sent. */
  rate: z.number().nullable(),
  /** null: unknown. */
  secondsLeft: z.int().nullable(),
  /** One sentence when sending waits for something, such as a mail server that refuses our password. */
  waitsFor: z.string().nullable(),
})
export type EmailCampaignProgress = z.infer<typeof emailCampaignProgress>

export const emailCampaign = z.object({
  id: z.int(),
  kind: emailCampaignKind,
  name: z.string(),
  subject: z.string(),
  preheader: z.string(),
  body: z.string(),
  segmentIds: z.array(segmentId),
  purpose,
  /** null: replies go to the sender. */
  replyTo: z.string().nullable(),
  /** Every switch in Settings that it obeys: the chosen one and those of its segments. */
  obeys: z.array(mailPurpose),
  status: emailCampaignStatus,
  /** Set while it is scheduled. */
  scheduledFor: timestamp.nullable(),
  /** The time of the decision to send it. */
  sentAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  createdAt: timestamp,
  createdBy: z.string().nullable(),
  /** Null also for readers who may not know which colleague it was, unless it was they. */
  createdById: z.int().nullable(),
  /** True while it has more recipients than one admin may send to alone (contract/campaign.ts). */
  needsApproval: z.boolean(),
  approvedBy: z.string().nullable(),
  /** Who ended the schedule by changing the mail without the right to send; null once it is scheduled or sent again. */
  rewrittenBy: z.string().nullable(),
  /** Why the system paused it; 'rights': the person or API key that let it go out may no longer send. */
  pausedBecause: z.enum(['bounces', 'complaints', 'rights']).nullable(),
  /** Why a scheduled email campaign could not be sent. */
  failedBecause: z.string().nullable(),
  /** Reports that came too often about an email campaign that was over by then, and could no longer be paused. */
  exceededBy: z.enum(['bounces', 'complaints']).nullable(),
  /** null before it was sent. */
  progress: emailCampaignProgress.nullable(),
  revision,
})
export type EmailCampaign = z.infer<typeof emailCampaign>

/** The 202 response of every way to send. `skipped`: people of the segment who were left out, for any reason. */
const accepted = z.object({
  campaignId: z.int(),
  segmentId,
  recipients: z.int(),
  skipped: z.int(),
  status: emailCampaignStatus,
})
export type EmailCampaignAccepted = z.infer<typeof accepted>

/** Blank: the built-in text. */
const customContent = z.strictObject({
  customContent: nullableText(maxMailContent)
    .superRefine(rejectUnknownFields)
    .superRefine(rejectPicturesAndHtml)
    .superRefine(rejectLongLinks),
})

export const sendVolunteerUpdate = endpoint('POST', '/api/email-campaigns/volunteer-update', {
  summary: 'Send an update to all active volunteers.',
  schema: { body: customContent, response: { 202: accepted } },
})

export const sendDonorThankYou = endpoint('POST', '/api/email-campaigns/donor-thank-you', {
  summary: 'Thank all donors.',
  schema: { body: customContent, response: { 202: accepted } },
})

export const sendReEngagement = endpoint('POST', '/api/email-campaigns/re-engagement', {
  summary: 'Write to supporters we haven’t heard from in 90 days. Takes no body.',
  schema: { response: { 202: accepted } },
})

/** An email that need not be an email campaign yet: a card’s with its text, or a composed one. */
const anyMail = z.discriminatedUnion('kind', [
  customContent.extend({ kind: z.enum(['volunteer-update', 'donor-thank-you']) }),
  z.strictObject({ kind: z.literal('re-engagement') }),
  composed.extend({ kind: z.literal('composed') }),
])
export type AnyMail = z.input<typeof anyMail>

export const previewMail = endpoint('POST', '/api/email-campaigns/preview', {
  summary: 'A mail as the signed-in admin would receive it, and how many people would get it. Sends nothing.',
  schema: {
    body: anyMail,
    response: {
      200: z.object({
        /** Name that mail programs show as the sender. */
        from: z.object({ name: z.string(), address: z.string() }),
        /** null: replies go to the sender. */
        replyTo: z.string().nullable(),
        subject: z.string(),
        preheader: z.string(),
        /** A whole HTML document; show it in a sandboxed frame. */
        html: z.string(),
        text: z.string(),
        /** Bytes of `html`. */
        size: z.int(),
        recipients: z.int(),
        leftOut,
        /** The switches in Settings that it obeys. */
        obeys: z.array(mailPurpose),
      }),
    },
  },
})

export const testMail = endpoint('POST', '/api/email-campaigns/test', {
  summary: 'Send a mail to the signed-in admin alone.',
  schema: { body: anyMail, response: { 202: z.object({ to: z.string() }) } },
})

const listQuery = adminListQuery({
  sorts: ['-createdAt', 'name', 'status', 'sentAt'],
  filters: { status: emailCampaignStatus, kind: emailCampaignKind },
})
export type EmailCampaignListQuery = z.output<typeof listQuery>

export const listEmailCampaigns = endpoint('GET', '/api/email-campaigns', {
  summary: 'All campaigns, newest first.',
  schema: { querystring: listQuery, response: { 200: z.array(emailCampaign) } },
})

export const readEmailCampaign = endpoint('GET', '/api/email-campaigns/:id', {
  summary: 'One campaign and how far it is.',
  schema: { params: idParams, response: { 200: emailCampaign } },
})

export const draftEmailCampaign = endpoint('POST', '/api/email-campaigns', {
  summary: 'Keep a mail as a draft.',
  schema: { body: composed, response: { 201: emailCampaign } },
})

export const editEmailCampaign = endpoint('PUT', '/api/email-campaigns/:id', {
  summary: 'Edit a draft or a scheduled campaign. Takes If-Match.',
  schema: { params: idParams, body: composed, response: { 200: emailCampaign } },
})

export const deleteEmailCampaign = endpoint('DELETE', '/api/email-campaigns/:id', {
  summary: 'Delete a draft.',
  schema: { params: idParams, response: { 204: noContent } },
})

/** February 30 would silently become March 2. */
function isOnCalendar(text: string): boolean {
  const moment = Date.parse(`${text}:00Z`)
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
}

const wallTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Use a date and time like 2026-11-30T17:00.')
  .refine(isOnCalendar, { error: 'This day is not in the calendar.', abort: true })
  .refine(isYearInRange, 'Use a date from 1900 to 2199.')

export const scheduleEmailCampaign = endpoint('POST', '/api/email-campaigns/:id/schedule', {
  summary:
    'Send a draft at a time on the campaign’s clock. Times that have passed or do not exist are rejected. Takes If-Match.',
  schema: { params: idParams, body: z.strictObject({ at: wallTime }), response: { 200: emailCampaign } },
})

export const unscheduleEmailCampaign = endpoint('POST', '/api/email-campaigns/:id/unschedule', {
  summary: 'Make a campaign that is scheduled, or could not be sent, a draft again.',
  schema: { params: idParams, response: { 200: emailCampaign } },
})

export const approveEmailCampaign = endpoint('POST', '/api/email-campaigns/:id/approve', {
  summary: 'Approve a large campaign that another admin wrote. Takes If-Match.',
  schema: { params: idParams, response: { 200: emailCampaign } },
})

export const sendEmailCampaign = endpoint('POST', '/api/email-campaigns/:id/send', {
  summary: 'Send a draft now. Takes If-Match.',
  schema: { params: idParams, response: { 202: accepted } },
})

export const pauseEmailCampaign = endpoint('POST', '/api/email-campaigns/:id/pause', {
  summary: 'Stop sending for now; mails on their way still arrive.',
  schema: { params: idParams, response: { 200: emailCampaign } },
})

export const resumeEmailCampaign = endpoint('POST', '/api/email-campaigns/:id/resume', {
  summary: 'Resume sending.',
  schema: { params: idParams, response: { 200: emailCampaign } },
})

export const cancelEmailCampaign = endpoint('POST', '/api/email-campaigns/:id/cancel', {
  summary: 'End a campaign for good; waiting recipients do not get it.',
  schema: { params: idParams, response: { 200: emailCampaign } },
})

export const readEmailCampaignFailures = endpoint('GET', '/api/email-campaigns/:id/send-again', {
  summary: 'How many emails of a sent campaign failed because of us, and may be sent again.',
  schema: {
    params: idParams,
    response: {
      200: z.object({
        recipients: z.int(),
        /** People whose email failed because of us, and who no longer get email. */
        leftOut: z.int(),
        /** Answer of the mail server, such as '554 5.7.1'. */
        codes: z.array(z.string()),
      }),
    },
  },
})

export const sendEmailCampaignAgain = endpoint('POST', '/api/email-campaigns/:id/send-again', {
  summary: 'Send a campaign once more to the people whose email failed because of us.',
  schema: { params: idParams, response: { 200: emailCampaign } },
})

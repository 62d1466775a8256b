import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { emailCampaignKind, emailCampaignStatus } from './email-campaigns.ts'
import { idParams, timestamp } from './fields.ts'

/**
 * Counts of people, not of emails or clicks. There is no open rate, because mail programs open emails by themselves.
 */
const outcomes = {
  recipients: z.int(),
  accepted: z.int(),
  bounced: z.int(),
  complained: z.int(),
  unsubscribed: z.int(),
  /** People who clicked a link themselves; scanners are not counted. */
  clicked: z.int(),
  /** Their acts on the site within 7 days of one of their clicks. */
  volunteered: z.int(),
  registered: z.int(),
  /** Followed the link to the donation page. */
  donateClicked: z.int(),
}

const summary = z.object({
  id: z.int(),
  kind: emailCampaignKind,
  name: z.string(),
  subject: z.string(),
  status: emailCampaignStatus,
  sentAt: timestamp,
  ...outcomes,
})
export type EmailCampaignSummary = z.infer<typeof summary>

export const listEmailCampaignAnalytics = endpoint('GET', '/api/email-campaigns/analytics', {
  summary: 'The results of each campaign that was sent, newest first; at most 100.',
  schema: { response: { 200: z.array(summary) } },
})

const analytics = summary.extend({
  /** By hour since the start (0: the hour in which it began), the first 7 days; hours without anything are missing. */
  curve: z.array(z.object({ hour: z.int(), accepted: z.int(), clicked: z.int(), unsubscribed: z.int() })),
  /** By mailbox provider, most recipients first; small ones together as 'other'. */
  providers: z.array(
    z.object({ provider: z.string(), recipients: z.int(), accepted: z.int(), bounced: z.int(), clicked: z.int() }),
  ),
  /** Links in the mail, most clicked first; `clicked`: people. */
  links: z.array(z.object({ url: z.string(), clicked: z.int() })),
  /** Clicks not counted, and the versions of the rules that told them apart, such as 'clicks-1, clicks-2'; null while there are no clicks. */
  scanners: z.object({ clicks: z.int(), ruleVersion: z.string().nullable() }),
})
export type EmailCampaignAnalytics = z.infer<typeof analytics>

export const readEmailCampaignAnalytics = endpoint('GET', '/api/email-campaigns/:id/analytics', {
  summary: 'The results of one campaign, over time and by mailbox provider.',
  schema: { params: idParams, response: { 200: analytics } },
})

export const exportEmailCampaignAnalytics = endpoint('GET', '/api/email-campaigns/analytics/export', {
  summary: 'The results of each campaign, as a CSV file.',
  schema: { response: { 200: z.unknown() } },
})

export const exportOneEmailCampaignAnalytics = endpoint('GET', '/api/email-campaigns/:id/analytics/export', {
  summary: 'The results of one campaign by hour, by mailbox provider and by link, as a CSV file.',
  schema: { params: idParams, response: { 200: z.unknown() } },
})

/** A link in an email; `token` names the email, the recipient and the number of the link. */
export const followMailLink = endpoint('GET', '/go/mail/:token', {
  summary: 'Redirects to where a link in a mail leads.',
  schema: { params: z.strictObject({ token: z.string() }), response: { 303: z.undefined() } },
})

import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { adminListQuery, narrowedBy } from './admin-lists.ts'
import { leftOut, leftOutReasons, mailPurpose, segmentId } from './email-segments.ts'
import { recipientExportQuery } from './export-query.ts'
import { idParams, requiredEmail, timestamp } from './fields.ts'

/** The decision to send an email campaign; never changes. */
const ledger = z.object({
  sentAt: timestamp,
  /** Null: the system, for a scheduled one. */
  sentBy: z.string().nullable(),
  rules: z.array(z.object({ segmentId, version: z.int(), sentence: z.string() })),
  /** The switches in Settings that it obeyed. */
  obeys: z.array(mailPurpose),
  /** Position of the log at which the rules were evaluated. */
  position: z.string(),
  recipients: z.int(),
  leftOut,
  /** SHA-256 over the sorted subjects, as hex. */
  recipientsHash: z.string(),
})
export type EmailCampaignLedger = z.infer<typeof ledger>

export const readEmailCampaignLedger = endpoint('GET', '/api/email-campaigns/:id/ledger', {
  summary: 'Who was chosen, by which rules, and as of when.',
  schema: { params: idParams, response: { 200: ledger } },
})

export const recipientStatus = z.enum(
  ['waiting', 'sent', 'failed', 'skipped'],
  'Use one of: waiting, sent, failed, skipped.',
)

const emailCampaignRecipient = z.object({
  /** Within this campaign. */
  id: z.int(),
  /** Null: a person who was erased. */
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  status: recipientStatus,
  /** Why an email failed or was skipped: an SMTP code such as '550 5.1.1', or a reason. */
  detail: z.string().nullable(),
  attempts: z.int(),
  sentAt: timestamp.nullable(),
  bouncedAt: timestamp.nullable(),
  complainedAt: timestamp.nullable(),
  unsubscribedAt: timestamp.nullable(),
  /** The recipient’s first own click. */
  clickedAt: timestamp.nullable(),
})
export type EmailCampaignRecipient = z.infer<typeof emailCampaignRecipient>

const listQuery = adminListQuery({
  sorts: ['id', 'email', 'sentAt', 'status'],
  filters: {
    status: recipientStatus,
    outcome: z.enum(['bounced', 'complained', 'unsubscribed', 'clicked'], 'Use another outcome.'),
  },
})
export type EmailCampaignRecipientListQuery = z.output<typeof listQuery>

export const listEmailCampaignRecipients = endpoint('GET', '/api/email-campaigns/:id/recipients', {
  summary: 'The people of a campaign, and what became of each mail.',
  schema: { params: idParams, querystring: listQuery, response: { 200: z.array(emailCampaignRecipient) } },
})

export const exportEmailCampaignRecipients = endpoint('GET', '/api/email-campaigns/:id/export', {
  summary: 'The same list as a file: all of it, or who matches; recorded as an action.',
  schema: {
    params: idParams,
    querystring: recipientExportQuery.extend(listQuery.pick(narrowedBy).shape),
    response: { 200: z.unknown() },
  },
})

/** The answer to 'Why did this person get this?', at any later time. */
const explanation = z.object({
  /**
   * left-out: was in a segment and got no email; not-chosen: was in none of them; unknown: no person is known under
   * this address, which is also the answer after an erasure.
   */
  verdict: z.enum(['chosen', 'left-out', 'not-chosen', 'unknown']),
  leftOutBecause: z.enum(leftOutReasons).nullable(),
  /** The rules that applied to this person then, with what qualified them. */
  rules: z.array(
    z.object({
      /** null, like the version: a mail of the welcome series. */
      segmentId: segmentId.nullable(),
      version: z.int().nullable(),
      sentence: z.string(),
      qualifiedBy: z.array(z.object({ type: z.string(), at: timestamp, text: z.string() })),
    }),
  ),
  /** null unless chosen. */
  outcome: z
    .object({ status: recipientStatus, detail: z.string().nullable(), sentAt: timestamp.nullable() })
    .nullable(),
  /** The later change of this person’s consent; null: none. */
  since: z.object({ what: z.enum(['unsubscribed', 'bounced', 'complained', 'erased']), at: timestamp }).nullable(),
})
export type EmailCampaignExplanation = z.infer<typeof explanation>

export const explainRecipient = endpoint('GET', '/api/email-campaigns/:id/why', {
  summary: 'Why a person got an email of a campaign or of the welcome series, or did not.',
  schema: { params: idParams, querystring: z.strictObject({ email: requiredEmail }), response: { 200: explanation } },
})

export const explainListedRecipient = endpoint('GET', '/api/email-campaigns/:id/recipients/:number/why', {
  summary: 'The same about a recipient on the list, by their number there: also a person who was erased.',
  schema: { params: idParams.extend({ number: idParams.shape.id }), response: { 200: explanation } },
})

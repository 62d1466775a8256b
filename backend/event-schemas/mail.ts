import { z } from 'zod'
import type { EmailCampaignEvent, EmailCampaignKind, RecipientOutcome } from '../domain/mail/email-campaign-events.ts'
import type { EmailCampaignOutcomeEvent } from '../domain/mail/email-campaign-outcomes.ts'
import type { EmailCampaignSlotEvent } from '../domain/mail/email-campaign-slots.ts'
import type { EmailCampaignTestEvent } from '../domain/mail/email-campaign-tests.ts'
import type { MailClickEvent } from '../domain/mail/mail-clicks.ts'
import type {
  ComplaintLiftReason,
  LiftReason,
  ListedReason,
  MailConsentEvent,
  UnsubscribeSource,
} from '../domain/mail/mail-consent-events.ts'
import type { MailLinkEvent } from '../domain/mail/mail-links.ts'
import type { WelcomeMailEvent } from '../domain/mail/welcome-mails.ts'
import type { WelcomeSeriesEvent } from '../domain/mail/welcome-series.ts'
import {
  count,
  email,
  everyOf,
  type FieldsOf,
  flag,
  group,
  id,
  link,
  listOf,
  moment,
  name,
  text,
  uuid,
} from './fields.ts'
import { mailChoices } from './people.ts'

type Clicked = Extract<MailClickEvent, { type: 'MailLinkClicked' }>['data']

const emailCampaign = { campaignId: id }
const kind = everyOf<EmailCampaignKind>()('volunteer-update', 'donor-thank-you', 're-engagement', 'composed', 'welcome')
const written = { subject: text(300), preheader: text(200), body: text(10_000) }
const draft = {
  ...emailCampaign,
  name: text(200),
  ...written,
  kind,
  segmentIds: listOf(name, 100),
  purpose: name.nullable(),
  replyTo: email.nullable(),
  writtenBy: id,
}
const ledger = {
  rules: listOf(group({ segmentId: name, version: count, sentence: text(2000) })),
  evaluatedAt: moment,
  purpose: name,
  obeys: listOf(name, 100),
  confirmedOptIn: flag,
  position: name,
  recipients: count,
  leftOut: z.record(name, count),
  recipientsHash: name,
  listId: uuid,
}
const status = everyOf<RecipientOutcome['status']>()('sent', 'failed', 'skipped')
const outcome = group({ subject: uuid, status, code: text(1000).nullable(), attempts: count, at: moment })

const emailCampaigns = {
  CampaignDrafted: draft,
  CampaignEdited: draft,
  CampaignScheduled: { ...emailCampaign, at: moment },
  CampaignUnscheduled: { ...emailCampaign, rewrittenBy: id.optional() },
  CampaignApproved: { ...emailCampaign, approvedBy: id },
  CampaignSent: { ...draft, ...ledger },
  CampaignSentAgain: { ...emailCampaign, codes: listOf(name, 100), recipients: count, leftOut: count },
  CampaignFailed: { ...emailCampaign, reason: text(2000) },
  CampaignPaused: {
    ...emailCampaign,
    by: z.enum(['admin', 'bounces', 'complaints', 'rights']),
  },
  CampaignResumed: emailCampaign,
  CampaignCancelled: emailCampaign,
  CampaignFinished: { ...emailCampaign, sent: count, failed: count, skipped: count, isCancelled: flag },
  CampaignLimitExceeded: { ...emailCampaign, by: z.enum(['bounces', 'complaints']) },
  CampaignDeleted: emailCampaign,
  RecipientsHandled: { ...emailCampaign, batch: count, round: count.optional(), outcomes: listOf(outcome) },
  CampaignSlotTaken: { slot: name, ...emailCampaign, contentHash: name, at: moment },
  CampaignSlotReleased: { slot: name, ...emailCampaign },
  CampaignTestSent: { testId: name, kind },
  WelcomeSeriesChanged: { isOn: flag, mails: listOf(group({ afterHours: count, ...written, campaignId: id })) },
  WelcomeMailHandled: {
    ...emailCampaign,
    subject: uuid,
    number: count,
    status,
    detail: text(1000).nullable(),
    provider: text(255),
    at: moment,
  },
} satisfies FieldsOf<
  | EmailCampaignEvent
  | EmailCampaignOutcomeEvent
  | EmailCampaignSlotEvent
  | EmailCampaignTestEvent
  | WelcomeSeriesEvent
  | WelcomeMailEvent
>

const consent = { subject: uuid, campaignId: id.nullable() }
const listedReason = everyOf<ListedReason>()('bounced', 'complained')

const mailConsents = {
  MailUnsubscribed: {
    ...consent,
    at: moment,
    source: everyOf<UnsubscribeSource>()('by phone', 'in person', 'by letter').optional(),
  },
  MailResubscribed: consent,
  MailBounceLifted: {
    subject: uuid,
    reason: everyOf<LiftReason>()('works again', 'blocked us', 'mistake'),
    at: moment,
  },
  MailAskedForAgain: { subject: uuid, at: moment },
  MailConsentRenewed: { subject: uuid, askedAt: moment, at: moment },
  MailBounced: {
    ...consent,
    kind: z.enum(['hard', 'soft']),
    code: name,
    at: moment,
    softInARow: count,
  },
  MailComplained: { ...consent, at: moment },
  MailComplaintHeld: { ...consent, at: moment },
  MailComplaintLifted: {
    subject: uuid,
    reason: everyOf<ComplaintLiftReason>()('not theirs', 'mistake', 'wants mail'),
    at: moment,
  },
  MailChoicesChanged: { subject: uuid, ...mailChoices },
  MailAddressConfirmed: { subject: uuid, at: moment },
  MailAddressMoved: { subject: uuid, email, previousSubject: uuid, engagements: listOf(text(100), 1000) },
  MailOptOutImported: { subject: uuid, importId: name, at: moment, reason: listedReason.optional() },
  MailOptOutWithdrawn: { subject: uuid, importId: name, reason: listedReason.optional() },
} satisfies FieldsOf<MailConsentEvent>

const mail = { ...emailCampaign, subject: uuid }
const verdict = group({
  isHuman: flag,
  rule: everyOf<NonNullable<Clicked['verdict']['rule']>>()(
    'head',
    'client',
    'delivery',
    'every-link',
    'burst',
  ).nullable(),
  version: name,
})

const mailClicks = {
  MailLinkClicked: {
    ...mail,
    clickId: uuid,
    link: count,
    links: count,
    at: moment,
    deliveredAt: moment.nullable(),
    method: everyOf<Clicked['method']>()('GET', 'HEAD'),
    client: everyOf<Clicked['client']>()('browser', 'crawler', 'no-user-agent', 'prefetch'),
    url: link,
    isDonation: flag,
    verdict,
    isFirst: flag,
  },
  MailClicksRejudged: { ...mail, clickIds: listOf(uuid), verdict, isNone: flag },
  DonationPageOpened: { ...mail, clickId: uuid, at: moment },
  MailLinksNumbered: { ...emailCampaign, urls: listOf(link) },
} satisfies FieldsOf<MailClickEvent | MailLinkEvent>

/** Email campaigns, and the outcome of each email. */
export const mails = { ...emailCampaigns, ...mailConsents, ...mailClicks }

import { z } from 'zod'
import type { CampaignOutcomeEvent } from '../domain/campaign-outcomes.ts'
import type { CampaignSlotEvent } from '../domain/campaign-slots.ts'
import type { CampaignTestEvent } from '../domain/campaign-tests.ts'
import type { CampaignKind, EmailCampaignEvent, RecipientOutcome } from '../domain/email-campaign-events.ts'
import type { MailClickEvent } from '../domain/mail-clicks.ts'
import type { MailConsentEvent } from '../domain/mail-consents.ts'
import type { MailLinkEvent } from '../domain/mail-links.ts'
import type { WelcomeMailEvent } from '../domain/welcome-mails.ts'
import type { WelcomeSeriesEvent } from '../domain/welcome-series.ts'
import { count, type FieldsOf, flag, group, id, link, listOf, moment, name, oneOf, text, uuid } from './fields.ts'
import { mailChoices } from './people.ts'

type Clicked = Extract<MailClickEvent, { type: 'MailLinkClicked' }>['data']

const campaign = { campaignId: id }
const kind = oneOf<CampaignKind>({
  'volunteer-update': 'volunteer-update',
  'donor-thank-you': 'donor-thank-you',
  're-engagement': 're-engagement',
  composed: 'composed',
  welcome: 'welcome',
})
const written = { subject: text(300), preheader: text(200), body: text(10_000) }
const draft = { ...campaign, name: text(200), ...written, kind, segmentIds: listOf(name, 100), writtenBy: id }
const ledger = {
  rules: listOf(group({ segmentId: name, version: count, sentence: text(2000) })),
  evaluatedAt: moment,
  purpose: name,
  confirmedOptIn: flag,
  position: name,
  recipients: count,
  leftOut: z.record(name, count),
  recipientsHash: name,
  listId: uuid,
}
const status = oneOf<RecipientOutcome['status']>({ sent: 'sent', failed: 'failed', skipped: 'skipped' })
const outcome = group({ subject: uuid, status, code: text(1000).nullable(), attempts: count, at: moment })

const emailCampaigns = {
  CampaignDrafted: draft,
  CampaignEdited: draft,
  CampaignScheduled: { ...campaign, at: moment },
  CampaignUnscheduled: campaign,
  CampaignApproved: { ...campaign, approvedBy: id },
  CampaignSent: { ...draft, ...ledger },
  CampaignFailed: { ...campaign, reason: text(2000) },
  CampaignPaused: {
    ...campaign,
    by: oneOf({ admin: 'admin', bounces: 'bounces', complaints: 'complaints' }),
  },
  CampaignResumed: campaign,
  CampaignCancelled: campaign,
  CampaignFinished: { ...campaign, sent: count, failed: count, skipped: count, isCancelled: flag },
  CampaignDeleted: campaign,
  RecipientsHandled: { ...campaign, batch: count, outcomes: listOf(outcome) },
  CampaignSlotTaken: { slot: name, ...campaign, contentHash: name, at: moment },
  CampaignSlotReleased: { slot: name, ...campaign },
  CampaignTestSent: { testId: name, kind },
  WelcomeSeriesChanged: { isOn: flag, mails: listOf(group({ afterHours: count, ...written, campaignId: id })) },
  WelcomeMailHandled: {
    ...campaign,
    subject: uuid,
    number: count,
    status,
    detail: text(1000).nullable(),
    provider: text(255),
    at: moment,
  },
} satisfies FieldsOf<
  | EmailCampaignEvent
  | CampaignOutcomeEvent
  | CampaignSlotEvent
  | CampaignTestEvent
  | WelcomeSeriesEvent
  | WelcomeMailEvent
>

const consent = { subject: uuid, campaignId: id.nullable() }

const mailConsents = {
  MailUnsubscribed: { ...consent, at: moment },
  MailResubscribed: consent,
  MailBounced: {
    ...consent,
    kind: oneOf({ hard: 'hard', soft: 'soft' }),
    code: name,
    at: moment,
    softInARow: count,
  },
  MailComplained: { ...consent, at: moment },
  MailChoicesChanged: { subject: uuid, ...mailChoices },
  MailAddressConfirmed: { subject: uuid, at: moment },
  MailOptOutImported: { subject: uuid, importId: name, at: moment },
  MailOptOutWithdrawn: { subject: uuid, importId: name },
} satisfies FieldsOf<MailConsentEvent>

const mail = { ...campaign, subject: uuid }
const verdict = group({
  isHuman: flag,
  rule: oneOf<NonNullable<Clicked['verdict']['rule']>>({
    head: 'head',
    client: 'client',
    delivery: 'delivery',
    'every-link': 'every-link',
  }).nullable(),
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
    method: oneOf<Clicked['method']>({ GET: 'GET', HEAD: 'HEAD' }),
    client: oneOf<Clicked['client']>({
      browser: 'browser',
      crawler: 'crawler',
      'no-user-agent': 'no-user-agent',
      prefetch: 'prefetch',
    }),
    url: link,
    isDonation: flag,
    verdict,
    isFirst: flag,
  },
  MailClicksRejudged: { ...mail, clickIds: listOf(uuid), verdict, isNone: flag },
  DonationPageOpened: { ...mail, clickId: uuid, at: moment },
  MailLinksNumbered: { ...campaign, urls: listOf(link) },
} satisfies FieldsOf<MailClickEvent | MailLinkEvent>

/** Email campaigns, and the outcome of each email. */
export const mails = { ...emailCampaigns, ...mailConsents, ...mailClicks }

import type { MailedTo } from '../../records/mail.ts'
import type { RecipientOutcome } from '../domain/mail/email-campaign-events.ts'
import {
  increment,
  insert,
  type Projection,
  type RowChange,
  remove,
  update,
  updateWhere,
} from '../kernel/projector/projection.ts'
import { type DomainEvent, eventFacts } from '../topics/index.ts'
import { mailAnalyticsTables } from './mail-analytics-tables.ts'

/** '2026-03-01T12:00:00.000Z' */
const hourOf = (at: string) => `${at.slice(0, 13)}:00:00.000Z`

type Response = { campaignId: number; subject: string }

const responded = (kind: string, { campaignId, subject }: Response, at: string): RowChange =>
  insert('mail_responses', { campaign_id: campaignId, subject, kind, at, hour: hourOf(at) })

/** Bounces, complaints and unsubscribes without an email campaign are not counted. */
const consent = (kind: string, { campaignId, ...who }: MailedTo, at: string) =>
  campaignId === null ? [] : [responded(kind, { ...who, campaignId }, at)]

/** A permanent refusal is a bounce, whether the mail server reports it at once or in an email of its own. */
const isRefused = ({ status, code }: Pick<RecipientOutcome, 'status' | 'code'>) =>
  status === 'failed' && /^5/.test(code ?? '')

function handled(campaignId: number, outcomes: readonly Omit<RecipientOutcome, 'attempts'>[]): RowChange[] {
  const hours = Map.groupBy(outcomes, ({ at }) => hourOf(at))
  return [
    ...[...hours].map(([hour, those]) => {
      const count = (status: RecipientOutcome['status']) => those.filter((one) => one.status === status).length
      return increment(
        'mail_hours',
        { campaign_id: campaignId, hour },
        { accepted: count('sent'), failed: count('failed') },
      )
    }),
    ...outcomes.filter(isRefused).map(({ subject, at }) => responded('bounced', { campaignId, subject }, at)),
  ]
}

/** People who get the email after all did not bounce. */
const takenBack = (campaignId: number, outcomes: readonly Pick<RecipientOutcome, 'subject' | 'status'>[]) =>
  outcomes
    .filter(({ status }) => status === 'sent')
    .map(({ subject }) => remove('mail_responses', { campaign_id: campaignId, subject, kind: 'bounced' }))

const did = (kind: string, { id, subject, at }: { id: string; subject: string; at: string }) =>
  insert('mail_actions', { id, subject, kind, at })

const status = (campaignId: number, now: string) => [
  update('mail_campaigns', { campaign_id: campaignId }, { status: now }),
]

/** The results of each email campaign: see mail-analytics-tables.ts. Totals never shrink when a person is erased. */
export const mailAnalyticsProjection: Projection<DomainEvent> = {
  name: 'mail-analytics',
  version: 2,
  tables: mailAnalyticsTables,
  /** A person’s action after an email. */
  onEvery({ id, type, data, metadata: { at } }) {
    const response = eventFacts.get(type)?.response
    return response && 'subject' in data ? [did(response, { id, subject: data.subject, at })] : []
  },
  on: {
    CampaignSent: ({ data: { campaignId, kind, name, subject, recipients }, metadata }) => [
      insert('mail_campaigns', {
        campaign_id: campaignId,
        kind,
        name,
        subject,
        recipients,
        sent_at: metadata.at,
        status: 'sending',
      }),
    ],
    CampaignSentAgain: ({ data }) => [
      update('mail_campaigns', { campaign_id: data.campaignId }, { status: 'sending', is_finished: false }),
    ],
    CampaignPaused: ({ data }) => status(data.campaignId, 'paused'),
    CampaignResumed: ({ data }) => status(data.campaignId, 'sending'),
    CampaignCancelled: ({ data }) => status(data.campaignId, 'cancelled'),
    // Not a status, so that a cancelled email campaign stays cancelled when its last outcomes are counted.
    CampaignFinished: ({ data: { campaignId } }) => [
      update('mail_campaigns', { campaign_id: campaignId }, { is_finished: true }),
    ],
    RecipientsHandled: ({ data: { campaignId, round, outcomes } }) => [
      ...(round === undefined ? [] : takenBack(campaignId, outcomes)),
      ...handled(campaignId, outcomes),
    ],

    WelcomeSeriesChanged: ({ data: { isOn, mails } }) => [
      updateWhere('mail_campaigns', { kind: 'welcome' }, { status: 'paused' }),
      ...mails.flatMap(({ campaignId, subject }, index) => [
        // Creates the row where there is none.
        increment('mail_campaigns', { campaign_id: campaignId }, { recipients: 0 }),
        update(
          'mail_campaigns',
          { campaign_id: campaignId },
          { kind: 'welcome', name: `Welcome mail ${index + 1}`, subject, status: isOn ? 'sending' : 'paused' },
        ),
      ]),
    ],
    WelcomeMailHandled: ({ data: { campaignId, subject, status, detail: code, at } }) =>
      status === 'skipped'
        ? []
        : [
            increment('mail_campaigns', { campaign_id: campaignId }, { recipients: 1 }),
            ...handled(campaignId, [{ subject, status, code, at }]),
          ],

    MailBounced: ({ data }) => consent('bounced', data, data.at),
    MailComplained: ({ data }) => consent('complained', data, data.at),
    MailUnsubscribed: ({ data }) => consent('unsubscribed', data, data.at),

    MailLinksNumbered: ({ data: { campaignId, urls } }) =>
      urls.map((url) => insert('mail_links', { campaign_id: campaignId, url })),
    MailLinkClicked: ({ data }) => [
      insert('mail_clicks', {
        id: data.clickId,
        campaign_id: data.campaignId,
        subject: data.subject,
        url: data.url,
        at: data.at,
        is_human: data.verdict.isHuman,
        rule: data.verdict.rule,
        version: data.verdict.version,
      }),
      ...(data.isFirst ? [responded('clicked', data, data.at)] : []),
      ...(data.isDonation && data.verdict.isHuman
        ? [did('donated', { id: data.clickId, subject: data.subject, at: data.at })]
        : []),
    ],
    MailClicksRejudged: ({ data: { campaignId, subject, clickIds, verdict, isNone } }) => [
      ...clickIds.flatMap((id) => [
        update('mail_clicks', { id }, { is_human: verdict.isHuman, rule: verdict.rule, version: verdict.version }),
        remove('mail_actions', { id }),
      ]),
      ...(isNone ? [remove('mail_responses', { campaign_id: campaignId, subject, kind: 'clicked' })] : []),
    ],

    DonationPageOpened: ({ id, data: { subject, at } }) => [did('donated', { id, subject, at })],

    // The rows stay, so that the totals do, under an id that cannot be traced to the person.
    SubjectErased: ({ id, data: { subject } }) =>
      ['mail_responses', 'mail_clicks', 'mail_actions'].map((table) =>
        updateWhere(table, { subject }, { subject: id }),
      ),
  },
}

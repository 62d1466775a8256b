import { randomUUID } from 'node:crypto'
import {
  emailCampaignOutcomes,
  emailCampaignOutcomesStream,
} from '../../../backend/domain/mail/email-campaign-outcomes.ts'
import { emailCampaignStream, emailCampaigns } from '../../../backend/domain/mail/email-campaigns.ts'
import { systemContext } from '../../../backend/kernel/eventlog/command-context.ts'
import { allProjected } from '../app/all-projected.ts'
import type { TestApp } from '../app/app.ts'

export const plan = 'https://example.org/plan'
export const events = 'https://example.org/events'

export const contextAt = (at: string) => systemContext({ commandId: randomUUID(), at: new Date(at) })

/** Waits until the read model shows the whole log. */
export async function everythingShown(app: TestApp): Promise<void> {
  await app.clickRecording.recordings.idle()
  await allProjected(app)
}

/** An email campaign whose mails were all accepted at that time; `linkTo(subject)(url)` is in the mail. */
export async function sentEmailCampaign(
  app: TestApp,
  {
    campaignId = 7,
    at,
    people,
    urls = [plan, events],
  }: {
    campaignId?: number
    at: string
    people: readonly string[]
    urls?: string[]
  },
) {
  const { core, database, trackedLinks } = app
  const listId = randomUUID()
  const subjects = await Promise.all(people.map((email) => core.subjects.forEmail(email)))
  const draft = {
    campaignId,
    kind: 'composed',
    name: `Campaign ${campaignId}`,
    subject: 'News from the trail',
    preheader: '',
    body: 'Hello',
    segmentIds: ['newsletter-subscribers'],
    purpose: null,
    replyTo: null,
    writtenBy: 1,
  } as const
  const ledger = {
    rules: [],
    evaluatedAt: at,
    purpose: 'campaignNews',
    obeys: ['campaignNews'],
    confirmedOptIn: false,
    position: '1',
    recipients: people.length,
    leftOut: {},
    recipientsHash: '',
    listId,
  }
  const data = { campaignId, draft: { ...draft, segmentIds: [...draft.segmentIds] }, ledger, maxAlone: null }
  await core.handle(emailCampaigns, emailCampaignStream(campaignId), { type: 'SendNewCampaign', data }, contextAt(at))
  await database.pool.query(
    `INSERT INTO app.campaign_queues (list_id, campaign_id, status, recipients) VALUES ($1, $2, 'sending', $3)`,
    [listId, campaignId, people.length],
  )
  await database.pool.query(
    `INSERT INTO app.campaign_recipients (list_id, id, subject, provider, reasons, status, done_at)
     SELECT $1, row_number() OVER (), subject, provider, '{}', 'sent', $4
     FROM unnest($2::uuid[], $3::text[]) AS person (subject, provider)`,
    [listId, subjects, people.map((email) => email.replace(/^.*@/, '')), at],
  )
  const outcomes = subjects.map((subject) => ({ subject, status: 'sent', code: null, attempts: 1, at }) as const)
  const record = { type: 'RecordOutcomes', data: { campaignId, batch: 1, outcomes } } as const
  await core.handle(emailCampaignOutcomes, emailCampaignOutcomesStream(campaignId, 1), record, contextAt(at))
  const numbers = await trackedLinks.number(campaignId, urls)
  /** The text that replaces an address in a person’s email. */
  const linkTo = (subject: string) => (url: string) =>
    `https://campaign.example/go/mail/${core.mailLinkTokens.issue({ campaignId, subject, link: numbers.get(url) ?? 0 })}`
  return { subjects, linkTo }
}

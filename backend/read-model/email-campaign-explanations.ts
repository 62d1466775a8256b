import type { Knex } from 'knex'
import type { EmailCampaignExplanation } from '../../contract/email-campaign-ledger.ts'
import type { LeftOutReason, SegmentId } from '../../contract/email-segments.ts'
import { engagementWords } from '../../contract/topic-words.ts'
import { type LedgerRow, ledgerRow } from './email-campaign-ledger.ts'
import { type Engagement, type Reason, signupsUntil, whyChosen } from './why-chosen.ts'

const qualifiedBy = (engagements: readonly Engagement[]) =>
  engagements.map(({ type, at }) => ({ type, at, text: engagementWords.get(type) ?? type }))

const explained = ({ segmentId, ruleVersion, sentence, engagements }: Reason) => ({
  segmentId,
  version: ruleVersion,
  sentence,
  qualifiedBy: qualifiedBy(engagements),
})

const nothing = { leftOutBecause: null, rules: [], outcome: null, since: null }
const unknown: EmailCampaignExplanation = { verdict: 'unknown', ...nothing }

/** An erasure is final, so it is explained before everything else. */
async function since(knex: Knex, subject: string): Promise<EmailCampaignExplanation['since']> {
  const [erased] = await knex('eventlog.subject_keys')
    .where({ subject })
    .whereNotNull('erased_at')
    .select<{ at: string }[]>({ at: 'erased_at' })
  if (erased) return { what: 'erased', at: erased.at }
  const [row] = await knex('read.mail_suppressions')
    .where({ subject })
    .select<{ what: 'unsubscribed' | 'bounced' | 'complained'; at: string }[]>({ what: 'reason', at: 'at' })
  return row ?? null
}

type Outcome = NonNullable<EmailCampaignExplanation['outcome']>

const outcomeColumns = (knex: Knex) =>
  ['status', 'detail', knex.raw(`CASE WHEN status = 'sent' THEN done_at END AS "sentAt"`)] as const

/** Explains an email campaign with a list of recipients. */
async function explainListed(knex: Knex, ledger: LedgerRow, subject: string): Promise<EmailCampaignExplanation> {
  const rules = ledger.rules.all.map(({ segmentId, version }) => ({ segmentId, version }))
  const why = async (reasons: readonly SegmentId[]) =>
    (await whyChosen(knex, subject, { rules, at: ledger.evaluatedAt }, reasons)).map(explained)
  const listed = { list_id: ledger.listId, subject }
  const [chosen] = await knex('app.campaign_recipients')
    .where(listed)
    .select<(Outcome & { reasons: SegmentId[] })[]>('reasons', ...outcomeColumns(knex))
  if (chosen) {
    const { reasons, ...outcome } = chosen
    return {
      verdict: 'chosen',
      leftOutBecause: null,
      rules: await why(reasons),
      outcome,
      since: await since(knex, subject),
    }
  }
  const [leftOut] = await knex('app.campaign_left_out')
    .where(listed)
    .select<{ reason: LeftOutReason; reasons: SegmentId[] }[]>('reason', 'reasons')
  if (!leftOut) return { verdict: 'not-chosen', ...nothing }
  return {
    verdict: 'left-out',
    leftOutBecause: leftOut.reason,
    rules: await why(leftOut.reasons),
    outcome: null,
    since: await since(knex, subject),
  }
}

/** Explains an email of the welcome series, which has no rules: joining starts it. */
async function explainWelcomed(knex: Knex, id: number, subject: string): Promise<EmailCampaignExplanation> {
  const [mail] = await knex('app.welcome_mails')
    .where({ campaign_id: id, subject })
    .select<(Outcome & { joinedAt: string })[]>({ joinedAt: 'joined_at' }, ...outcomeColumns(knex))
  if (!mail) return { verdict: 'not-chosen', ...nothing }
  const { joinedAt, ...outcome } = mail
  const rule = {
    segmentId: null,
    version: null,
    sentence: 'They signed up for email updates while the welcome series was on.',
    qualifiedBy: qualifiedBy(await signupsUntil(knex, subject, joinedAt)),
  }
  return { verdict: 'chosen', leftOutBecause: null, rules: [rule], outcome, since: await since(knex, subject) }
}

const isWelcome = async (knex: Knex, id: number) =>
  (await knex('read.mail_campaigns').where({ campaign_id: id, kind: 'welcome' }).first('campaign_id')) !== undefined

/**
 * Why this person got the email campaign, or did not; null before it was sent. `subject` null: the address is unknown.
 */
export async function explainRecipient(
  knex: Knex,
  id: number,
  subject: string | null,
): Promise<EmailCampaignExplanation | null> {
  const ledger = await ledgerRow(knex, id)
  if (!ledger && !(await isWelcome(knex, id))) return null
  if (subject === null) return unknown
  return ledger ? explainListed(knex, ledger, subject) : explainWelcomed(knex, id, subject)
}

/** Explains the recipient with this number; null where there is none. */
export async function explainListedRecipient(
  knex: Knex,
  id: number,
  number: number,
): Promise<EmailCampaignExplanation | null> {
  const ledger = await ledgerRow(knex, id)
  if (!ledger) return null
  const [recipient] = await knex('app.campaign_recipients')
    .where({ list_id: ledger.listId, id: number })
    .select<{ subject: string }[]>('subject')
  return recipient ? explainListed(knex, ledger, recipient.subject) : null
}

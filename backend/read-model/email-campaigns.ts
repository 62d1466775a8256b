import type { Knex } from 'knex'
import { campaign } from '../../contract/campaign.ts'
import type {
  EmailCampaign,
  EmailCampaignKind,
  EmailCampaignListQuery,
  EmailCampaignProgress,
  EmailCampaignStatus,
} from '../../contract/email-campaigns.ts'
import type { MailPurpose, SegmentId } from '../../contract/email-segments.ts'
import type { HeldRights } from '../../records/staff-rights.ts'
import { apiKeyJoinOn, apiKeyNameIn } from './actors.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { columnsOf } from './columns.ts'
import { choiceCounts, choiceOf, switchesOf } from './email-segments.ts'
import { namedFor } from './staff-names.ts'
import { nameOf, type Person, personOf } from './users.ts'

type Row = Omit<EmailCampaign, 'needsApproval' | 'createdBy' | 'approvedBy' | 'rewrittenBy' | 'progress' | 'obeys'> & {
  /** Null before it was sent. */
  obeyed: MailPurpose[] | null
  author: Person | null
  approver: Person | null
  rewriter: Person | null
  rewriterKey: string | null
  progress: Omit<EmailCampaignProgress, 'rate' | 'secondsLeft'> | null
  /** Average over the last half minute. */
  mails: number | null
  seconds: number | null
}

const rateOver = 30 // seconds

/** The rows of the list are fresher than the read table; without a list, the totals from the log remain. */
const progressSql = `CASE WHEN item.list_id IS NOT NULL THEN jsonb_build_object(
  'recipients', item.recipients,
  'waiting', coalesce(queue.recipients - queue.sent - queue.failed - queue.skipped,
    item.recipients - coalesce(item.sent + item.failed + item.skipped, 0)),
  'sent', coalesce(queue.sent, item.sent, 0),
  'failed', coalesce(queue.failed, item.failed, 0),
  'skipped', coalesce(queue.skipped, item.skipped, 0),
  'waitsFor', CASE WHEN item.status = 'sending' THEN
    CASE WHEN queue.list_id IS NULL THEN 'The list of recipients is missing. Cancel this campaign.' ELSE queue.waits_for END
  END) END AS progress`

const selected = (knex: Knex, items: Knex.QueryBuilder): Promise<Row[]> =>
  items
    .leftJoin({ queue: 'app.campaign_queues' }, 'queue.list_id', 'item.list_id')
    .leftJoin({ author: 'read.users' }, 'author.id', 'item.created_by')
    .leftJoin({ approver: 'read.users' }, 'approver.id', 'item.approved_by')
    .leftJoin({ rewriter: 'read.users' }, 'rewriter.id', 'item.rewritten_by')
    .joinRaw(apiKeyJoinOn('rewritten_key'))
    .joinRaw(
      `LEFT JOIN LATERAL (
         SELECT sum(rate.sent)::integer AS mails, extract(epoch FROM now() - min(rate.second))::float8 AS seconds
         FROM app.campaign_rates AS rate
         WHERE rate.list_id = item.list_id AND rate.second > now() - ? * interval '1 second'
       ) AS recent ON item.status = 'sending'`,
      [rateOver],
    )
    .select<Row[]>(
      {
        ...columnsOf('item', 'id, kind, name, subject, preheader'),
        body: 'item.text_content',
        segmentIds: 'item.segment_ids',
        ...columnsOf('item', 'purpose, replyTo'),
        obeyed: 'item.obeys',
        status: 'item.status',
        createdById: 'item.created_by',
        sentAt: 'item.sent_date',
        finishedAt: 'item.finished_date',
        ...columnsOf('item', 'createdAt, pausedBecause, failedBecause, exceededBy, revision'),
        mails: 'recent.mails',
        seconds: 'recent.seconds',
      },
      personOf(knex, 'author', 'author'),
      personOf(knex, 'approver', 'approver'),
      personOf(knex, 'rewriter', 'rewriter'),
      knex.raw(`${apiKeyNameIn('rewritten_key')} AS "rewriterKey"`),
      knex.raw(`CASE WHEN item.status = 'scheduled' THEN item.scheduled_date END AS "scheduledFor"`),
      knex.raw(progressSql),
    )

/** Number of people that an email to these segments would reach now. */
export const audienceOf = (
  knex: Knex,
  { segmentIds, purpose }: { segmentIds: readonly SegmentId[]; purpose: MailPurpose | null },
) => {
  const [first = 'newsletter-subscribers', ...others] = segmentIds
  return choiceCounts(knex, choiceOf([first, ...others], { at: new Date(), purpose }))
}

async function isTooLarge(knex: Knex, { status, ...mail }: Row): Promise<boolean> {
  const { maxRecipientsAlone } = campaign
  if (maxRecipientsAlone === null || (status !== 'draft' && status !== 'scheduled')) return false
  return (await audienceOf(knex, mail)).chosen > maxRecipientsAlone
}

type Reader = { id: number | null; rights: HeldRights }

async function shown(knex: Knex, row: Row, { id: readerId, rights }: Reader): Promise<EmailCampaign> {
  const named = (person: Person | null, apiKey: string | null = null) =>
    person && namedFor(rights, apiKey ?? nameOf(person))
  const { author, approver, rewriter, rewriterKey, progress, mails, seconds, obeyed, ...item } = row
  const rate = mails === null ? null : Math.round((mails / Math.max(1, seconds ?? 1)) * 10) / 10
  return {
    ...item,
    obeys: obeyed ?? switchesOf(row.segmentIds, row.purpose),
    needsApproval: await isTooLarge(knex, row),
    createdBy: named(author),
    createdById: row.createdById === readerId || rights.has('colleagues') ? row.createdById : null,
    approvedBy: named(approver),
    rewrittenBy: named(rewriter, rewriterKey),
    progress: progress && {
      ...progress,
      rate,
      secondsLeft: rate === null || rate === 0 ? null : Math.ceil(progress.waiting / rate),
    },
  }
}

/**
 * Email campaigns that were over within the last week and of which more bounces or complaints were reported than they
 * may have.
 */
export async function countOverLimit(knex: Knex): Promise<number> {
  const [row] = await knex('read.email_campaigns')
    .whereNotNull('exceeded_by')
    .whereRaw("finished_date > now() - interval '7 days'")
    .count<{ count: number | string }[]>('* as count')
  return Number(row?.count ?? 0)
}

/** As staff named it; its number while the tables do not show it. */
export async function emailCampaignName(knex: Knex, id: number): Promise<string> {
  const row = await knex<{ id: number; name: string }>('read.email_campaigns').where({ id }).first('name')
  return row?.name ?? `Campaign ${id}`
}

/** As this reader may know it. null when there is none, or when it was a draft that was deleted. */
export async function emailCampaignRow(knex: Knex, id: number, reader: Reader): Promise<EmailCampaign | null> {
  const [row] = await selected(knex, knex({ item: 'read.email_campaigns' }).where('item.id', id))
  return row ? shown(knex, row, reader) : null
}

export const emailCampaignList: AdminListOf<EmailCampaignListQuery> = {
  table: 'read.email_campaigns',
  sorts: {
    createdAt: 'item.id',
    name: 'app.sort_key(item.name) COLLATE "und-x-icu"',
    status: 'item.status',
    sentAt: 'item.sent_date',
  },
  filters: {
    status: (status: EmailCampaignStatus) => ({ sql: 'item.status = ?', values: [status] }),
    kind: (kind: EmailCampaignKind) => ({ sql: 'item.kind = ?', values: [kind] }),
  },
  counts: { table: 'read.email_campaign_counts', filters: ['status', 'kind'] },
  searched: `item.name || ' ' || item.subject`,
}

export async function emailCampaignPage(knex: Knex, query: EmailCampaignListQuery, reader: Reader) {
  const { items, total } = await adminListPage(knex, emailCampaignList, query, (rows) => selected(knex, rows))
  return { items: await Promise.all(items.map((row) => shown(knex, row, reader))), total }
}

/** Progress of each email campaign, and by how many decisions. */
export const emailCampaignStates = (
  knex: Knex,
): Promise<{ id: number; status: EmailCampaignStatus; revision: number }[]> =>
  knex('read.email_campaigns')
    .orderBy('id')
    .select<{ id: number; status: EmailCampaignStatus; revision: number }[]>('id', 'status', 'revision')

export type Released = {
  id: number
  status: 'sending' | 'scheduled'
  /** When a scheduled one is due. */
  at: string
  releasedBy: number | null
  releasedKey: number | null
  revision: number
}

/** Email campaigns that are being sent in the name of a person, and scheduled ones whose time has come. */
export const releasedEmailCampaigns = (knex: Knex, now: Date): Promise<Released[]> =>
  knex({ item: 'read.email_campaigns' })
    .whereRaw(`(status = 'sending' AND released_by IS NOT NULL) OR (status = 'scheduled' AND scheduled_date <= ?)`, [
      now.toISOString(),
    ])
    .orderBy('scheduled_date')
    .select<Released[]>(columnsOf('item', 'id, status, releasedBy, releasedKey, revision'), { at: 'scheduled_date' })

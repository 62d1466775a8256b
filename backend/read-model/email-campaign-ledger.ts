import type { Knex } from 'knex'
import type { Narrowing } from '../../contract/admin-lists.ts'
import type {
  EmailCampaignLedger,
  EmailCampaignRecipient,
  EmailCampaignRecipientListQuery,
} from '../../contract/email-campaign-ledger.ts'
import type { HeldRights } from '../../records/staff-rights.ts'
import { type AdminListOf, adminListPage, matchingRows } from './admin-lists.ts'
import { columnsOf } from './columns.ts'
import { namedFor } from './staff-names.ts'
import { nameOf, type Person, personOf } from './users.ts'

export type LedgerRow = Omit<EmailCampaignLedger, 'rules' | 'sentBy'> & {
  rules: { all: EmailCampaignLedger['rules'] }
  sender: Person | null
  listId: string
  evaluatedAt: string
}

/** null before it was sent. */
export async function ledgerRow(knex: Knex, id: number): Promise<LedgerRow | null> {
  const [row] = await knex({ item: 'read.email_campaigns' })
    .leftJoin({ sender: 'read.users' }, 'sender.id', 'item.sent_by')
    .where('item.id', id)
    .whereNotNull('item.list_id')
    .select<LedgerRow[]>(
      {
        sentAt: 'item.sent_date',
        ...columnsOf('item', 'rules, obeys, position, recipients, leftOut, recipientsHash, listId, evaluatedAt'),
      },
      personOf(knex, 'sender', 'sender'),
    )
  return row ?? null
}

/** null before the email campaign was sent. */
export async function emailCampaignLedger(
  knex: Knex,
  id: number,
  rights: HeldRights,
): Promise<EmailCampaignLedger | null> {
  const row = await ledgerRow(knex, id)
  if (!row) return null
  const { rules, sender, listId, evaluatedAt, ...ledger } = row
  return { ...ledger, rules: rules.all, sentBy: sender && namedFor(rights, nameOf(sender)) }
}

/** When this person first responded to the email campaign in this way, from `mail_responses`. */
const responseTime = (kind: string) =>
  `(SELECT response.at FROM read.mail_responses AS response
    WHERE response.campaign_id = queue.campaign_id AND response.subject = item.subject AND response.kind = '${kind}')`

const recipientColumns = { id: 'item.id', status: 'item.status', detail: 'item.detail', attempts: 'item.attempts' }

/** Expressions that find and show a person. `joins`: the joins it needs. */
type Naming = { joins: string; email: string; firstName: string }

/** Rows of erased people have neither. */
const asMailed: Naming = { joins: '', email: 'item.email', firstName: 'item.first_name' }

/** Once addresses and names have left the list, shows those of people the site still knows. */
const asKnown: Naming = {
  joins: `LEFT JOIN read.supporters AS person ON person.subject = item.subject
    LEFT JOIN eventlog.subject_keys AS erased ON erased.subject = item.subject AND erased.erased_at IS NOT NULL`,
  email: 'CASE WHEN erased.subject IS NULL THEN coalesce(item.email, person.email) END',
  firstName: 'CASE WHEN erased.subject IS NULL THEN coalesce(item.first_name, person.first_name) END',
}

async function namingOf(knex: Knex, listId: string): Promise<Naming> {
  const left = await knex('app.campaign_queues')
    .where({ list_id: listId })
    .where('addresses_until', '<=', knex.fn.now())
    .first('list_id')
  return left === undefined ? asMailed : asKnown
}

/** Columns of a person of a list, with the joins of `naming`. */
const selectRecipients = (knex: Knex, items: Knex.QueryBuilder, { email, firstName }: Naming) =>
  items
    .join({ queue: 'app.campaign_queues' }, 'queue.list_id', 'item.list_id')
    .select<EmailCampaignRecipient[]>(
      recipientColumns,
      knex.raw(`${email} AS email`),
      knex.raw(`${firstName} AS "firstName"`),
      knex.raw(`CASE WHEN item.status = 'sent' THEN item.done_at END AS "sentAt"`),
      knex.raw(`${responseTime('bounced')} AS "bouncedAt"`),
      knex.raw(`${responseTime('complained')} AS "complainedAt"`),
      knex.raw(`${responseTime('unsubscribed')} AS "unsubscribedAt"`),
      knex.raw(`${responseTime('clicked')} AS "clickedAt"`),
    )

const outcomeOf = (outcome: 'bounced' | 'complained' | 'unsubscribed' | 'clicked') => ({
  sql: `EXISTS (SELECT FROM app.campaign_queues AS own JOIN read.mail_responses AS response USING (campaign_id)
    WHERE own.list_id = item.list_id AND response.subject = item.subject AND response.kind = ?)`,
  values: [outcome],
})

const recipientList = (listId: string, naming: Naming): AdminListOf<EmailCampaignRecipientListQuery> => ({
  table: 'app.campaign_recipients',
  key: ['list_id', 'id'],
  joins: naming.joins,
  where: { sql: 'item.list_id = ?', values: [listId] },
  sorts: {
    id: 'item.id',
    email: `app.sort_key(${naming.email}) COLLATE "und-x-icu"`,
    sentAt: 'item.done_at',
    status: 'item.status',
  },
  filters: {
    status: (status) => ({ sql: 'item.status = ?', values: [status] }),
    outcome: outcomeOf,
  },
  searched: `${naming.email} || ' ' || coalesce(${naming.firstName}, '')`,
})

/** null before the email campaign was sent. */
export async function emailCampaignRecipients(knex: Knex, id: number, query: EmailCampaignRecipientListQuery) {
  const row = await ledgerRow(knex, id)
  if (!row) return null
  const naming = await namingOf(knex, row.listId)
  return adminListPage(knex, recipientList(row.listId, naming), query, (items) => selectRecipients(knex, items, naming))
}

const batchSize = 500

/** The recipients on the list that match, in batches, by number. */
export async function* recipientBatches(
  knex: Knex,
  id: number,
  query: Narrowing<EmailCampaignRecipientListQuery['filter']>,
): AsyncGenerator<EmailCampaignRecipient[]> {
  const row = await ledgerRow(knex, id)
  if (!row) return
  const naming = await namingOf(knex, row.listId)
  for (let after = 0; ; ) {
    const batch: EmailCampaignRecipient[] = await selectRecipients(
      knex,
      matchingRows(knex, recipientList(row.listId, naming), query)
        .where('item.id', '>', after)
        .orderBy('item.id')
        .limit(batchSize),
      naming,
    )
    if (batch.length > 0) yield batch
    const last = batch.at(-1)
    if (!last || batch.length < batchSize) return
    after = last.id
  }
}

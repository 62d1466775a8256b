import type { Knex } from 'knex'
import type { BounceMailboxState } from '../../contract/bounce-mailbox.ts'

/** Number of messages of the bounce mailbox that were set aside, and the latest. */
export async function bounceMailboxState(knex: Knex): Promise<Omit<BounceMailboxState, 'problem' | 'unknownReports'>> {
  const [[row], [latest = null]] = await Promise.all([
    knex('app.set_aside_mails').count<{ count: number | string }[]>('* as count'),
    knex('app.set_aside_mails')
      .orderBy('at', 'desc')
      .limit(1)
      .select<NonNullable<BounceMailboxState['latest']>[]>('at', 'reason'),
  ])
  return { setAside: Number(row?.count ?? 0), latest }
}

/** Kinds of reports that say nothing to us, the latest first. */
export async function unknownMailReports(knex: Knex): Promise<BounceMailboxState['unknownReports']> {
  const rows = await knex('app.unknown_mail_reports')
    .orderBy('latest_at', 'desc')
    .select<{ kind: string; count: number | string; latestAt: string }[]>({
      kind: 'kind',
      count: 'count',
      latestAt: 'latest_at',
    })
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

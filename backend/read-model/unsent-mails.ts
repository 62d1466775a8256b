import type { Knex } from 'knex'
import type { UnsentMails } from '../../contract/unsent-mails.ts'

/** The latest `limit`: abandoned ones first, each newest first, with the last address of each recipient. */
export async function unsentMails(knex: Knex, { limit = 50 } = {}): Promise<UnsentMails> {
  const [counts, mails] = await Promise.all([
    knex('app.unsent_mails').select<{ waiting: string; givenUp: string }[]>(
      knex.raw(`count(*) FILTER (WHERE state = 'waiting') AS waiting`),
      knex.raw(`count(*) FILTER (WHERE state = 'given_up') AS "givenUp"`),
    ),
    knex({ mail: 'app.unsent_mails' })
      .orderBy([
        { column: 'state', order: 'asc' },
        { column: 'changed_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
      .select<UnsentMails['mails']>(
        'id',
        'title',
        'state',
        'reason',
        'attempts',
        'since',
        { changedAt: 'changed_at', nextAttemptAt: 'next_attempt_at' },
        knex.raw(`(SELECT personal ->> 'email' FROM read.history AS item
          WHERE item.subject = mail.subject AND personal ->> 'email' IS NOT NULL
          ORDER BY at DESC LIMIT 1) AS email`),
      ),
  ])
  const { waiting = 0, givenUp = 0 } = counts[0] ?? {}
  return { waiting: Number(waiting), givenUp: Number(givenUp), mails }
}

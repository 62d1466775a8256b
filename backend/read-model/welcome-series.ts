import type { Knex } from 'knex'
import type { WelcomeSeries } from '../../contract/welcome-series.ts'
import { mayStillBeMailedSql } from './email-segments.ts'

type Mail = WelcomeSeries['mails'][number]
type Row = { isOn: boolean; mails: (Mail & { campaignId: number })[]; changedAt: string; revision: number }

/** Switched off and ready to be edited, until an admin saves a series. */
const suggested: Mail[] = [
  {
    afterHours: 0,
    subject: 'Welcome to {{siteName}}',
    preheader: 'Thank you for signing up.',
    body: 'Hi {{firstName|friend}},\n\nthank you for signing up. You will hear from us when there is news from the campaign, and we will keep it short.\n\nIf you have a question, just reply to this email.',
  },
  {
    afterHours: 72,
    subject: 'Three ways to help',
    preheader: 'It can take five minutes.',
    body: 'Hi {{firstName|friend}},\n\nif you would like to do more than read along:\n\n- Tell a neighbor why you signed up.\n- Come to one of our events.\n- Volunteer for an hour or two.\n\nEvery bit helps.',
  },
]

/** `revision`: how often the series was saved. */
export async function welcomeSeriesNow(knex: Knex): Promise<WelcomeSeries> {
  const [series, counts] = await Promise.all([
    knex.raw<{ rows: Row[] }>(
      `SELECT is_on AS "isOn", series -> 'mails' AS mails, changed_at AS "changedAt", revision FROM read.welcome_series`,
    ),
    knex.raw<{ rows: { underWay: number; sent: number }[] }>(
      `SELECT (SELECT count(DISTINCT subject) FROM app.welcome_mails WHERE status = 'waiting') AS "underWay",
         (SELECT coalesce(sum(accepted), 0)::bigint FROM read.mail_hours JOIN read.mail_campaigns USING (campaign_id)
          WHERE kind = 'welcome') AS sent`,
    ),
  ])
  const [row] = series.rows
  const { underWay = 0, sent = 0 } = counts.rows[0] ?? {}
  if (!row) return { isOn: false, mails: suggested, underWay, sent, changedAt: null, revision: 0 }
  const mails = row.mails.map(({ campaignId: _, ...mail }) => mail)
  return { isOn: row.isOn, mails, underWay, sent, changedAt: row.changedAt, revision: row.revision + 1 }
}

/**
 * A person on the mailing list, and whether they get campaign mail right now; null when the person is no longer known.
 */
export async function subscriber(
  knex: Knex,
  subject: string,
  confirmedOptIn: boolean,
): Promise<{ email: string; firstName: string | null; mayBeMailed: boolean } | null> {
  const { rows } = await knex.raw<{ rows: { email: string; firstName: string | null; mayBeMailed: boolean }[] }>(
    `SELECT email, first_name AS "firstName",
       ${mayStillBeMailedSql({ obeys: ['campaignNews'], confirmedOptIn }, 'signup.subject')} AS "mayBeMailed"
     FROM read.email_signups AS signup WHERE subject = :subject AND NOT is_erased ORDER BY id DESC LIMIT 1`,
    { subject },
  )
  return rows[0] ?? null
}

import type { Knex } from 'knex'
import { mailPurposes } from '../../contract/email-segments.ts'
import type { MailFact, MailFacts, MailWay } from '../../contract/mail-facts.ts'
import { leftOutBecause } from '../../records/left-out-words.ts'
import type { Suppression } from '../../records/mail.ts'
import { mailSwitchLabels } from '../../records/mail-switch-labels.ts'
import { accountWith, mailChoicesOf, suppressionOf } from './mail-consents.ts'
import { preferencesOf } from './preferences.ts'

const longest = 300
const listed = new Intl.ListFormat('en-US')
/** Email campaigns that were for others, of which the newest are named: they explain what did not come. */
const maxForOthers = 20

type FormatTime = (timestamp: string) => string
/** `until`: of a next attempt, or of the morning. */
type Row = { at: string; way: MailWay; title: string; state: string; reason: string | null; until: string | null }

/** Each part has the columns of `Row`; `:subject` is the person. */
const rowsSql = `
  SELECT coalesce(recipient.done_at, campaign.sent_date, queue.created_at) AS at, 'campaign' AS way,
    campaign.name AS title, recipient.status AS state, recipient.detail AS reason, NULL::timestamptz AS until
  FROM app.campaign_recipients AS recipient JOIN app.campaign_queues AS queue USING (list_id)
  JOIN read.email_campaigns AS campaign ON campaign.id = queue.campaign_id AND campaign.list_id = queue.list_id
  WHERE recipient.subject = :subject AND queue.status <> 'made'
  UNION ALL
  SELECT campaign.sent_date, 'campaign', campaign.name, 'left out', left_out.reason, NULL
  FROM app.campaign_left_out AS left_out JOIN read.email_campaigns AS campaign USING (list_id)
  WHERE left_out.subject = :subject
  UNION ALL
  (SELECT campaign.sent_date, 'campaign', campaign.name, 'for others', NULL, NULL
   FROM read.email_campaigns AS campaign
   WHERE campaign.list_id IS NOT NULL
     AND NOT EXISTS (SELECT FROM app.campaign_recipients WHERE list_id = campaign.list_id AND subject = :subject)
     AND NOT EXISTS (SELECT FROM app.campaign_left_out WHERE list_id = campaign.list_id AND subject = :subject)
   ORDER BY campaign.sent_date DESC LIMIT ${maxForOthers})
  UNION ALL
  SELECT response.at, 'campaign', coalesce(campaign.name, 'a campaign'), response.kind, NULL, NULL
  FROM read.mail_responses AS response LEFT JOIN read.mail_campaigns AS campaign USING (campaign_id)
  WHERE response.subject = :subject AND response.kind IN ('bounced', 'complained', 'unsubscribed')
  UNION ALL
  SELECT coalesce(mail.done_at, mail.joined_at), 'campaign', coalesce(campaign.name, 'Welcome mail ' || mail.number),
    mail.status, mail.detail, NULL
  FROM app.welcome_mails AS mail LEFT JOIN read.mail_campaigns AS campaign USING (campaign_id)
  WHERE mail.subject = :subject
  UNION ALL
  SELECT at, way, title, outcome, CASE WHEN outcome <> 'held' THEN reason END,
    CASE WHEN outcome = 'held' THEN reason::timestamptz END
  FROM app.mail_facts WHERE subject = :subject
  UNION ALL
  SELECT changed_at, 'letter', title, state, reason, next_attempt_at FROM app.unsent_mails WHERE subject = :subject`

const outcomes: { [state: string]: MailFact['outcome'] } = {
  sent: 'sent',
  waiting: 'waits',
  held: 'waits',
  failed: 'refused',
  refused: 'refused',
  given_up: 'refused',
  bounced: 'refused',
}

const because = (reason: string | null) => leftOutBecause(reason === 'no longer wanted' ? null : reason)

function ending({ way, state, reason, until }: Row, formatTime: FormatTime): string {
  switch (state) {
    case 'sent':
      return way === 'campaign' ? 'was accepted by the next mail server' : 'was sent'
    case 'held':
      return `was held back, because their inbox had its share of that day${until === null ? '' : `; it leaves on ${formatTime(until)}`}`
    case 'waiting':
      return until === null
        ? 'waits to be sent'
        : `was refused for now${leftOutBecause(reason)}; it is tried again on ${formatTime(until)}`
    case 'failed':
    case 'refused':
      return `could not be delivered${leftOutBecause(reason)}`
    case 'given_up':
      return `was refused by the mail server, and given up${leftOutBecause(reason)}`
    case 'left out':
      return `was not for them${because(reason)}, although they were in one of its segments`
    case 'for others':
      return 'was for others: they were in none of its segments'
    case 'skipped':
      return reason === 'no longer wanted'
        ? 'was not sent, because they no longer wanted it'
        : `was not sent after all${because(reason)}`
    case 'bounced':
      return 'came back from their mail server'
    case 'complained':
      return 'was marked as spam by them'
    case 'unsubscribed':
      return 'made them unsubscribe'
    default:
      return `was not sent${because(reason)}`
  }
}

const kinds: { [Way in MailWay]: string } = {
  campaign: 'The campaign',
  letter: 'The message',
  account: 'The account mail',
  notice: 'The notice',
}

/** 'The campaign “March letter” was accepted by the next mail server.' */
const sentenceOf = (row: Row, formatTime: FormatTime) => `${kinds[row.way]} “${row.title}” ${ending(row, formatTime)}.`

const suppressions: { [Reason in Suppression['reason']]: string } = {
  unsubscribed: 'They unsubscribed',
  bounced: 'Their address bounced',
  complained: 'They marked an email as spam',
}

/** The reasons that stop mail to this person now. */
async function nowOf(knex: Knex, subject: string, formatTime: FormatTime): Promise<string[]> {
  const [suppression, userId] = await Promise.all([suppressionOf(knex, subject), accountWith(knex, subject)])
  const choices = await (userId === null ? mailChoicesOf(knex, subject) : preferencesOf(knex, userId))
  const off = mailPurposes.filter((purpose) => !choices[purpose]).map((purpose) => mailSwitchLabels[purpose])
  const sentences = [
    ...(suppression === null
      ? []
      : [`${suppressions[suppression.reason]} on ${formatTime(suppression.at)}, so they get no campaign mail.`]),
    ...(off.length === 0 ? [] : [`They turned off ${listed.format(off)}.`]),
  ]
  return sentences.length === 0 ? ['Nothing stops mail to this address.'] : sentences
}

/** `subject` null: the campaign knows no person at this address, which is also the answer after an erasure. */
export async function mailFacts(
  knex: Knex,
  { email, subject }: { email: string; subject: string | null },
  formatTime: FormatTime,
): Promise<MailFacts> {
  if (subject === null)
    return { email, now: ['No person is known under this address, so we sent nothing that we know of.'], facts: [] }
  const [now, { rows }] = await Promise.all([
    nowOf(knex, subject, formatTime),
    knex.raw<{ rows: Row[] }>(`SELECT * FROM (${rowsSql}) AS facts ORDER BY at DESC, title LIMIT ${longest}`, {
      subject,
    }),
  ])
  const facts = rows.map((row) => ({
    at: row.at,
    way: row.way,
    outcome: outcomes[row.state] ?? 'not sent',
    sentence: sentenceOf(row, formatTime),
  }))
  return { email, now, facts }
}

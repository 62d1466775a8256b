import type { Knex } from 'knex'
import type { EmailCampaignAnalytics, EmailCampaignSummary } from '../../contract/email-campaign-analytics.ts'

/** An action within this time after a click counts as its result. */
const attribution = `interval '7 days'`
const maxListed = 100
/** Providers with fewer recipients are 'other', because a rare domain would identify a family. */
const fewestRecipients = 5
const maxProviders = 12

/**
 * Email campaigns with their results. `which`: a condition on `campaign`, a row of mail_campaigns. A series starts with
 * its first email; before that there is nothing to show.
 */
const summariesSql = (which: string) => `
  WITH sent AS (
    SELECT campaign.*, coalesce(campaign.sent_at, hours.first) AS started_at, hours.accepted
    FROM read.mail_campaigns AS campaign
    LEFT JOIN LATERAL (
      SELECT min(hour) AS first, sum(accepted) AS accepted FROM read.mail_hours WHERE campaign_id = campaign.campaign_id
    ) AS hours ON true
    WHERE ${which} AND coalesce(campaign.sent_at, hours.first) IS NOT NULL
    ORDER BY started_at DESC, campaign_id DESC LIMIT ${maxListed}
  ), responses AS (
    SELECT campaign_id, kind, sum(row_count)::bigint AS people FROM read.mail_response_counts
    WHERE campaign_id IN (SELECT campaign_id FROM sent) GROUP BY 1, 2
  ), actions AS (
    SELECT click.campaign_id, action.kind, count(DISTINCT action.subject) AS people
    FROM read.mail_actions AS action
    JOIN read.mail_clicks AS click ON click.subject = action.subject AND click.is_human
      AND click.at <= action.at AND click.at > action.at - ${attribution}
    WHERE action.at >= (SELECT min(started_at) FROM sent) AND click.campaign_id IN (SELECT campaign_id FROM sent)
    GROUP BY 1, 2
  ), counts AS (
    SELECT campaign_id, jsonb_object_agg(kind, people) AS people
    FROM (SELECT * FROM responses UNION ALL SELECT * FROM actions) AS all_kinds GROUP BY 1
  )
  SELECT sent.campaign_id AS id, kind, name, subject, recipients, started_at AS "sentAt",
    CASE WHEN is_finished AND status <> 'cancelled' THEN 'sent' ELSE status END AS status,
    coalesce(accepted, 0) AS accepted, coalesce(people, '{}') AS people
  FROM sent LEFT JOIN counts USING (campaign_id) ORDER BY started_at DESC, sent.campaign_id DESC`

type Row = Pick<
  EmailCampaignSummary,
  'id' | 'kind' | 'name' | 'subject' | 'status' | 'sentAt' | 'recipients' | 'accepted'
> & {
  people: { [kind: string]: number }
}

const summaryOf = ({ people, ...emailCampaign }: Row): EmailCampaignSummary => ({
  ...emailCampaign,
  bounced: people.bounced ?? 0,
  complained: people.complained ?? 0,
  unsubscribed: people.unsubscribed ?? 0,
  clicked: people.clicked ?? 0,
  volunteered: people.volunteered ?? 0,
  registered: people.registered ?? 0,
  donateClicked: people.donated ?? 0,
})

/** The newest 100, newest first. */
export async function emailCampaignSummaries(knex: Knex): Promise<EmailCampaignSummary[]> {
  const { rows } = await knex.raw<{ rows: Row[] }>(summariesSql('true'))
  return rows.map(summaryOf)
}

/** Null when nothing was sent under this number. */
export async function emailCampaignAnalytics(knex: Knex, id: number): Promise<EmailCampaignAnalytics | null> {
  const { rows } = await knex.raw<{ rows: Row[] }>(summariesSql('campaign.campaign_id = :id'), { id })
  const [row] = rows
  if (!row) return null
  const [curve, providers, links, scanners] = await Promise.all([
    curveOf(knex, id, row.sentAt),
    providersOf(knex, id),
    linksOf(knex, id),
    scannersOf(knex, id),
  ])
  return { ...summaryOf(row), curve, providers, links, scanners }
}

async function curveOf(knex: Knex, id: number, startedAt: string): Promise<EmailCampaignAnalytics['curve']> {
  const { rows } = await knex.raw<{ rows: EmailCampaignAnalytics['curve'] }>(
    `SELECT (extract(epoch FROM hour - date_trunc('hour', :startedAt::timestamptz)) / 3600)::integer AS hour,
       sum(accepted)::bigint AS accepted, sum(clicked)::bigint AS clicked, sum(unsubscribed)::bigint AS unsubscribed
     FROM (
       SELECT hour, accepted, 0 AS clicked, 0 AS unsubscribed FROM read.mail_hours WHERE campaign_id = :id
       UNION ALL
       SELECT hour, 0, CASE kind WHEN 'clicked' THEN row_count ELSE 0 END,
         CASE kind WHEN 'unsubscribed' THEN row_count ELSE 0 END
       FROM read.mail_response_counts WHERE campaign_id = :id AND kind IN ('clicked', 'unsubscribed')
     ) AS parts
     WHERE hour < :startedAt::timestamptz + interval '7 days'
     GROUP BY 1 HAVING sum(accepted) + sum(clicked) + sum(unsubscribed) > 0 ORDER BY 1`,
    { id, startedAt },
  )
  return rows
}

/** Clicks and bounces of erased people have no provider, so they are listed under 'other'. */
async function providersOf(knex: Knex, id: number): Promise<EmailCampaignAnalytics['providers']> {
  const { rows } = await knex.raw<{ rows: EmailCampaignAnalytics['providers'] }>(
    `WITH mailed AS (
       SELECT recipient.subject, provider, recipient.status FROM app.campaign_recipients AS recipient
         JOIN app.campaign_queues AS queue USING (list_id)
         WHERE queue.campaign_id = :id AND queue.status <> 'made'
       UNION ALL
       SELECT subject, provider, status FROM app.welcome_mails
         WHERE campaign_id = :id AND status IN ('sent', 'failed')
     ), known AS (
       SELECT provider FROM mailed WHERE provider <> 'other' GROUP BY 1 HAVING count(*) >= ${fewestRecipients}
       ORDER BY count(*) DESC, provider LIMIT ${maxProviders}
     ), responses AS (
       SELECT subject, kind FROM read.mail_responses WHERE campaign_id = :id AND kind IN ('bounced', 'clicked')
     ), parts AS (
       SELECT provider, 1 AS recipients, (status = 'sent')::integer AS accepted, 0 AS bounced, 0 AS clicked FROM mailed
       UNION ALL
       SELECT provider, 0, 0, (kind = 'bounced')::integer, (kind = 'clicked')::integer
         FROM responses LEFT JOIN mailed USING (subject)
     )
     SELECT coalesce(known.provider, 'other') AS provider, sum(recipients)::bigint AS recipients,
       sum(accepted)::bigint AS accepted, sum(bounced)::bigint AS bounced, sum(clicked)::bigint AS clicked
     FROM parts LEFT JOIN known USING (provider)
     GROUP BY 1 ORDER BY min(known.provider) IS NULL, 2 DESC, 1`,
    { id },
  )
  return rows
}

async function linksOf(knex: Knex, id: number): Promise<EmailCampaignAnalytics['links']> {
  const { rows } = await knex.raw<{ rows: EmailCampaignAnalytics['links'] }>(
    `SELECT url, sum(clicked)::bigint AS clicked FROM (
       SELECT url, 0 AS clicked FROM read.mail_links WHERE campaign_id = :id
       UNION ALL
       SELECT url, count(DISTINCT subject) FROM read.mail_clicks WHERE campaign_id = :id AND is_human GROUP BY 1
     ) AS parts GROUP BY 1 ORDER BY 2 DESC, 1`,
    { id },
  )
  return rows
}

async function scannersOf(knex: Knex, id: number): Promise<EmailCampaignAnalytics['scanners']> {
  const { rows } = await knex.raw<{ rows: EmailCampaignAnalytics['scanners'][] }>(
    `SELECT count(*) FILTER (WHERE NOT is_human) AS clicks, string_agg(DISTINCT version, ', ') AS "ruleVersion"
     FROM read.mail_clicks WHERE campaign_id = :id`,
    { id },
  )
  return rows[0] ?? { clicks: 0, ruleVersion: null }
}

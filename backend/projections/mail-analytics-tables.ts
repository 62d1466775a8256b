import { countsBy, type Table } from '../kernel/projector/projection.ts'

const counted = { campaign_id: 'integer NOT NULL', kind: 'text NOT NULL', hour: 'timestamptz NOT NULL' }

/**
 * `subject` names a person in the log; an erasure replaces it with an id that cannot be traced to the person.
 * `mail_campaigns`: every email campaign, and every email of the welcome series. `mail_hours`: emails by the hour in
 * which they were accepted or refused. `mail_responses`: who bounced, complained, unsubscribed or clicked, once per
 * email campaign and kind; counted by hour. `mail_links`: every link that an email ever had. `mail_clicks`: each click
 * with its verdict. `mail_actions`: what people did on the site, after a click or without one.
 */
export const mailAnalyticsTables = {
  mail_campaigns: {
    columns: {
      campaign_id: 'integer NOT NULL',
      // Has defaults, because the first email of a series creates a row with nothing but its number.
      kind: `text NOT NULL DEFAULT 'welcome'`,
      name: `text NOT NULL DEFAULT ''`,
      subject: `text NOT NULL DEFAULT ''`,
      recipients: 'integer NOT NULL DEFAULT 0',
      is_finished: 'boolean NOT NULL DEFAULT false',
      /** NULL for a series, which starts with its first email. */
      sent_at: 'timestamptz',
      status: `text NOT NULL DEFAULT 'sending'`,
    },
    primaryKey: ['campaign_id'],
    indexes: { mail_campaigns_newest: '(sent_at DESC)' },
  },
  mail_hours: {
    columns: {
      campaign_id: 'integer NOT NULL',
      hour: 'timestamptz NOT NULL',
      accepted: 'integer NOT NULL DEFAULT 0',
      failed: 'integer NOT NULL DEFAULT 0',
    },
    primaryKey: ['campaign_id', 'hour'],
  },
  mail_responses: {
    columns: {
      campaign_id: 'integer NOT NULL',
      subject: 'uuid NOT NULL',
      kind: 'text NOT NULL',
      at: 'timestamptz NOT NULL',
      hour: 'timestamptz NOT NULL',
    },
    primaryKey: ['campaign_id', 'subject', 'kind'],
    countedIn: 'mail_response_counts',
    indexes: { mail_responses_subject: '(subject)' },
  },
  mail_response_counts: countsBy(counted),
  mail_links: {
    columns: { campaign_id: 'integer NOT NULL', url: 'text NOT NULL' },
    primaryKey: ['campaign_id', 'url'],
  },
  mail_clicks: {
    columns: {
      id: 'uuid NOT NULL',
      campaign_id: 'integer NOT NULL',
      subject: 'uuid NOT NULL',
      url: 'text NOT NULL',
      at: 'timestamptz NOT NULL',
      is_human: 'boolean NOT NULL',
      rule: 'text',
      version: 'text NOT NULL',
    },
    primaryKey: ['id'],
    indexes: {
      mail_clicks_campaign: '(campaign_id)',
      mail_clicks_subject: '(subject)',
      mail_clicks_people: '(subject, at) INCLUDE (campaign_id) WHERE is_human',
    },
  },
  mail_actions: {
    columns: {
      id: 'uuid NOT NULL',
      subject: 'uuid NOT NULL',
      kind: 'text NOT NULL',
      at: 'timestamptz NOT NULL',
    },
    primaryKey: ['id'],
    indexes: { mail_actions_subject: '(subject)', mail_actions_at: '(at)' },
  },
} satisfies { [table: string]: Table }

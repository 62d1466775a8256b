import type { EmailCampaignDraft, EmailCampaignEvent } from '../domain/email-campaign-events.ts'
import type { EmailCampaignOutcomeEvent } from '../domain/email-campaign-outcomes.ts'
import { countsBy, insert, type Projection, type Row, remove, update } from './projection.ts'

type Written = Omit<EmailCampaignDraft, 'campaignId' | 'kind' | 'writtenBy'>

const words = ({ name, subject, preheader, body, segmentIds, purpose }: Written): Row => ({
  name,
  subject,
  preheader,
  text_content: body,
  segment_id: segmentIds.join(','),
  segment_ids: segmentIds,
  purpose,
})

/**
 * Table `email_campaigns`: every email campaign but deleted drafts, with the ledger of what was sent. The content is
 * Markdown, which mail/email-campaign-mail.ts renders as HTML and text. Table `email_campaign_sends`: the outcome for
 * each recipient, by subject; addresses are in `supporters`.
 */
export const emailCampaignsProjection: Projection<EmailCampaignEvent | EmailCampaignOutcomeEvent> = {
  name: 'email-campaigns',
  version: 5,
  tables: {
    email_campaigns: {
      columns: {
        id: 'integer NOT NULL',
        kind: 'text NOT NULL',
        name: 'text NOT NULL',
        subject: 'text NOT NULL',
        preheader: 'text NOT NULL',
        text_content: 'text NOT NULL',
        segment_id: 'text NOT NULL',
        segment_ids: 'text[] NOT NULL',
        status: 'text NOT NULL',
        scheduled_date: 'timestamptz',
        sent_date: 'timestamptz',
        finished_date: 'timestamptz',
        created_at: 'timestamptz NOT NULL',
        created_by: 'integer',
        approved_by: 'integer',
        sent_by: 'integer',
        paused_because: 'text',
        failed_because: 'text',
        exceeded_by: 'text',
        rules: 'jsonb',
        evaluated_at: 'timestamptz',
        purpose: 'text',
        obeys: 'text[]',
        confirmed_opt_in: 'boolean',
        position: 'text',
        recipients: 'integer',
        left_out: 'jsonb',
        recipients_hash: 'text',
        list_id: 'uuid',
        sent: 'integer',
        failed: 'integer',
        skipped: 'integer',
        revision: 'integer NOT NULL',
      },
      primaryKey: ['id'],
      countedIn: 'email_campaign_counts',
      indexes: {
        email_campaigns_name: '(app.sort_key(name) COLLATE "und-x-icu", id)',
        email_campaigns_status: '(status, id)',
        email_campaigns_sent: '(sent_date, id)',
        email_campaigns_scheduled: `(scheduled_date) WHERE status = 'scheduled'`,
        email_campaigns_search: `USING gin (app.search_key(name || ' ' || subject) gin_trgm_ops)`,
      },
    },
    email_campaign_counts: countsBy({ status: 'text NOT NULL', kind: 'text NOT NULL' }),
    email_campaign_sends: {
      columns: {
        campaign_id: 'integer NOT NULL',
        subject: 'uuid NOT NULL',
        status: 'text NOT NULL',
        detail: 'text',
        attempts: 'integer NOT NULL',
        sent_at: 'timestamptz NOT NULL',
      },
      primaryKey: ['campaign_id', 'subject'],
      indexes: { email_campaign_sends_subject: '(subject)' },
    },
  },
  on: {
    CampaignDrafted: ({ data, metadata, revision }) => [
      insert('email_campaigns', {
        id: data.campaignId,
        kind: data.kind,
        ...words(data),
        status: 'draft',
        created_at: metadata.at,
        created_by: data.writtenBy,
        revision,
      }),
    ],
    CampaignEdited: ({ data, revision }) => [
      update('email_campaigns', { id: data.campaignId }, { ...words(data), approved_by: null, revision }),
    ],
    CampaignScheduled: ({ data, revision }) => [
      update('email_campaigns', { id: data.campaignId }, { status: 'scheduled', scheduled_date: data.at, revision }),
    ],
    CampaignUnscheduled: ({ data, revision }) => [
      update(
        'email_campaigns',
        { id: data.campaignId },
        { status: 'draft', scheduled_date: null, failed_because: null, revision },
      ),
    ],
    CampaignApproved: ({ data, revision }) => [
      update('email_campaigns', { id: data.campaignId }, { approved_by: data.approvedBy, revision }),
    ],
    CampaignSent: ({ data, metadata, revision }) => [
      update(
        'email_campaigns',
        { id: data.campaignId },
        {
          status: 'sending',
          sent_date: metadata.at,
          sent_by: metadata.actor.kind === 'admin' ? metadata.actor.id : null,
          rules: { all: data.rules },
          evaluated_at: data.evaluatedAt,
          obeys: data.obeys,
          confirmed_opt_in: data.confirmedOptIn,
          position: data.position,
          recipients: data.recipients,
          left_out: data.leftOut,
          recipients_hash: data.recipientsHash,
          list_id: data.listId,
          revision,
        },
      ),
    ],
    CampaignSentAgain: ({ data, revision }) => [
      update('email_campaigns', { id: data.campaignId }, { status: 'sending', finished_date: null, revision }),
    ],
    CampaignFailed: ({ data, revision }) => [
      update('email_campaigns', { id: data.campaignId }, { status: 'failed', failed_because: data.reason, revision }),
    ],
    CampaignPaused: ({ data, revision }) => [
      update(
        'email_campaigns',
        { id: data.campaignId },
        { status: 'paused', paused_because: data.by === 'admin' ? null : data.by, revision },
      ),
    ],
    CampaignResumed: ({ data, revision }) => [
      update('email_campaigns', { id: data.campaignId }, { status: 'sending', paused_because: null, revision }),
    ],
    CampaignCancelled: ({ data, revision }) => [
      update('email_campaigns', { id: data.campaignId }, { status: 'cancelled', paused_because: null, revision }),
    ],
    CampaignFinished: ({ data: { campaignId, isCancelled, ...totals }, metadata, revision }) => [
      update(
        'email_campaigns',
        { id: campaignId },
        {
          ...totals,
          status: isCancelled ? 'cancelled' : 'sent',
          paused_because: null,
          finished_date: metadata.at,
          revision,
        },
      ),
    ],
    CampaignLimitExceeded: ({ data, revision }) => [
      update('email_campaigns', { id: data.campaignId }, { exceeded_by: data.by, revision }),
    ],
    CampaignDeleted: ({ data }) => [remove('email_campaigns', { id: data.campaignId })],
    RecipientsHandled: ({ data: { campaignId, outcomes } }) =>
      outcomes.map(({ subject, status, code, attempts, at }) =>
        insert('email_campaign_sends', {
          campaign_id: campaignId,
          subject,
          status,
          detail: code,
          attempts,
          sent_at: at,
        }),
      ),
  },
}

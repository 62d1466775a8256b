import type { EmailCampaignDraft, EmailCampaignEvent } from '../domain/mail/email-campaign-events.ts'
import type { EmailCampaignOutcomeEvent } from '../domain/mail/email-campaign-outcomes.ts'
import type { EventMetadata, Recorded } from '../kernel/eventlog/metadata.ts'
import {
  columnsOf,
  countsBy,
  insert,
  type Projection,
  type Row,
  remove,
  update,
} from '../kernel/projector/projection.ts'
import { actingKey } from './actors.ts'

type Written = Omit<EmailCampaignDraft, 'campaignId' | 'kind' | 'writtenBy'>

const words = ({ name, subject, preheader, body, segmentIds, purpose, replyTo }: Written): Row => ({
  name,
  subject,
  preheader,
  text_content: body,
  segment_id: segmentIds.join(','),
  segment_ids: segmentIds,
  purpose,
  reply_to: replyTo,
})

/** The scheduled time is one of the system’s, in the name of the person who chose it. */
const released = (metadata: EventMetadata): Row =>
  metadata.actor.kind === 'admin' ? { released_by: metadata.actor.id, released_key: actingKey(metadata) } : {}

const change = ({ data, revision }: Recorded<EmailCampaignEvent>, set: Row) => [
  update('email_campaigns', { id: data.campaignId }, { ...set, revision }),
]

/**
 * Table `email_campaigns`: every email campaign but deleted drafts, with the ledger of what was sent. The content is
 * Markdown, which mail/email-campaign-mail.ts renders as HTML and text. Table `email_campaign_sends`: the outcome for
 * each recipient, by subject; addresses are in `supporters`.
 */
export const emailCampaignsProjection: Projection<EmailCampaignEvent | EmailCampaignOutcomeEvent> = {
  name: 'email-campaigns',
  version: 7,
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
        /** Who ended the schedule by changing the mail. */
        rewritten_by: 'integer',
        /** With which API key of that person; null: none. */
        rewritten_key: 'integer',
        /** Who let it go out: scheduled, sent or resumed it. */
        released_by: 'integer',
        /** With which API key of that person; null: none. */
        released_key: 'integer',
        sent_by: 'integer',
        paused_because: 'text',
        failed_because: 'text',
        exceeded_by: 'text',
        rules: 'jsonb',
        evaluated_at: 'timestamptz',
        purpose: 'text',
        reply_to: 'text',
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
    CampaignEdited: (event) => change(event, { ...words(event.data), approved_by: null }),
    CampaignScheduled: (event) => {
      const { data, metadata } = event
      return change(event, { status: 'scheduled', scheduled_date: data.at, rewritten_by: null, ...released(metadata) })
    },
    CampaignUnscheduled: (event) => {
      const { data, metadata } = event
      const rewritten_by = data.rewrittenBy ?? null
      const rewritten_key = rewritten_by === null ? null : actingKey(metadata)
      const set = { status: 'draft', scheduled_date: null, failed_because: null, rewritten_by, rewritten_key }
      return change(event, set)
    },
    CampaignApproved: (event) => change(event, { approved_by: event.data.approvedBy }),
    CampaignSent: (event) => {
      const { data, metadata } = event
      const { evaluatedAt, obeys, confirmedOptIn, position, recipients, leftOut, recipientsHash, listId } = data
      return change(event, {
        status: 'sending',
        rewritten_by: null,
        ...released(metadata),
        sent_date: metadata.at,
        sent_by: metadata.actor.kind === 'admin' ? metadata.actor.id : null,
        rules: { all: data.rules },
        ...columnsOf({ evaluatedAt, obeys, confirmedOptIn, position, recipients, leftOut, recipientsHash, listId }),
      })
    },
    CampaignSentAgain: (event) =>
      change(event, { status: 'sending', finished_date: null, ...released(event.metadata) }),
    CampaignFailed: (event) => change(event, { status: 'failed', failed_because: event.data.reason }),
    CampaignPaused: (event) =>
      change(event, { status: 'paused', paused_because: event.data.by === 'admin' ? null : event.data.by }),
    CampaignResumed: (event) => change(event, { status: 'sending', paused_because: null, ...released(event.metadata) }),
    CampaignCancelled: (event) => change(event, { status: 'cancelled', paused_because: null }),
    CampaignFinished: (event) => {
      const { campaignId: _, isCancelled, ...totals } = event.data
      const status = isCancelled ? 'cancelled' : 'sent'
      return change(event, { ...totals, status, paused_because: null, finished_date: event.metadata.at })
    },
    CampaignLimitExceeded: (event) => change(event, { exceeded_by: event.data.by }),
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

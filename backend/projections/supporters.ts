import { type Projection, remove, removeWhere, update, updateWhere } from '../kernel/projector/projection.ts'
import { type DomainEvent, erasableTopics, personalFields } from '../topics/index.ts'
import { allSuppressions, suppressionsOfCauses, suppressionTable } from './derived-suppressions.ts'
import { engagements } from './engagements.ts'
import { conditioned, mailSuppressions } from './mail-suppressions.ts'
import { allStandings, standingsOfAccounts, standingsOfSubjects, standingTables } from './supporter-standings.ts'

const { email: erasedEmail } = personalFields.MailingListJoined

/**
 * Table `user_engagement`: everything by which people took part, erased people included. `email` is null where the
 * event names none (posts); `timestamp` is when it happened, `recorded_at` when the log recorded it. Table
 * `supporters`: one row per address, with the name given last. Tables `supporter_accounts`,
 * `supporter_account_subjects` (every address that an account had), `mail_suppression_causes` (everything that stops the
 * mail to a person) and `mail_conditions` (erased people, confirmed addresses, and the switches of people without an
 * account): who must not be mailed.
 */
export const supportersProjection: Projection<DomainEvent> = {
  name: 'supporters',
  version: 9,
  fills: [...allSuppressions, ...allStandings],
  tables: {
    user_engagement: {
      columns: {
        source: 'text NOT NULL',
        id: 'bigint NOT NULL',
        email: 'text',
        subject: 'uuid NOT NULL',
        engagement_type: 'text NOT NULL',
        engagement_data: 'jsonb NOT NULL',
        timestamp: 'timestamptz NOT NULL',
        recorded_at: 'timestamptz NOT NULL',
        deleted_at: 'timestamptz',
      },
      primaryKey: ['source'],
      personal: ['email', 'engagement_data'],
      indexes: { user_engagement_subject: '(subject)' },
      derives: standingsOfSubjects,
    },
    supporters: {
      columns: {
        subject: 'uuid NOT NULL',
        email: 'text NOT NULL',
        first_name: 'text',
        mentions: 'integer NOT NULL',
      },
      primaryKey: ['subject'],
      personal: ['email', 'first_name'],
    },
    supporter_accounts: {
      columns: {
        user_id: 'integer NOT NULL',
        subject: 'uuid NOT NULL',
        is_active: 'boolean NOT NULL',
        is_banned: 'boolean NOT NULL',
        is_deleted: 'boolean NOT NULL',
        is_email_verified: 'boolean NOT NULL',
        switched_off: 'smallint NOT NULL',
      },
      primaryKey: ['user_id'],
      derives: standingsOfAccounts,
    },
    supporter_account_subjects: {
      columns: { user_id: 'integer NOT NULL', subject: 'uuid NOT NULL' },
      primaryKey: ['user_id', 'subject'],
      indexes: { supporter_account_subjects_subject: '(subject)' },
      derives: standingsOfSubjects,
    },
    mail_suppression_causes: {
      columns: {
        subject: 'uuid NOT NULL',
        reason: 'text NOT NULL',
        is_listed: 'boolean NOT NULL',
        at: 'timestamptz NOT NULL',
        campaign_id: 'integer',
      },
      primaryKey: ['subject', 'reason', 'is_listed'],
      derives: [...suppressionsOfCauses, ...standingsOfSubjects],
    },
    mail_conditions: {
      columns: { subject: 'uuid NOT NULL', condition: 'text NOT NULL', switched_off: 'smallint NOT NULL' },
      primaryKey: ['subject', 'condition'],
      derives: standingsOfSubjects,
    },
    ...suppressionTable,
    ...standingTables,
  },
  onEvery: engagements,
  on: {
    ...mailSuppressions,
    // Other people who use the address are mailed as before.
    UserErased: ({ data: { userId, shared, items }, metadata }) => [
      remove('supporter_accounts', { user_id: userId }),
      ...shared.flatMap((subject) => [
        remove('supporter_account_subjects', { user_id: userId, subject }),
        update('supporters', { subject }, { first_name: null }),
      ]),
      ...items.map(({ topic, id }) =>
        update('user_engagement', { source: `${erasableTopics.get(topic)}-${id}` }, { deleted_at: metadata.at }),
      ),
    ],
    // The rows stay, without the person: counts and ledgers remain correct, and the address is never mailed again.
    SubjectErased: ({ data: { subject } }) => [
      updateWhere('user_engagement', { subject }, { email: erasedEmail, engagement_data: {} }),
      update('supporters', { subject }, { email: erasedEmail, first_name: null }),
      removeWhere('mail_suppression_causes', { subject }),
      conditioned(subject, 'erased'),
    ],
  },
}

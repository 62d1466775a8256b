import type { MailConsentEvent } from '../domain/mail/mail-consent-events.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { columnsOf, insert, type Projection, remove } from '../kernel/projector/projection.ts'

const answered = ({ data: { subject } }: { data: { subject: string } }) => [remove('held_complaints', { subject })]

/**
 * Table `mail_choices`: what people without an account want to hear about; a person who never chose has no row. Whether
 * a person gets mail at all is in read.mail_suppressions. Table `held_complaints`: complaints that wait for staff.
 * Table `moved_addresses`: which address the person of an address moved to.
 */
export const mailConsentsProjection: Projection<MailConsentEvent | SubjectEvent> = {
  name: 'mail-consents',
  version: 3,
  tables: {
    mail_choices: {
      columns: {
        subject: 'uuid NOT NULL',
        campaign_news: 'boolean NOT NULL',
        volunteer_opportunities: 'boolean NOT NULL',
        event_invitations: 'boolean NOT NULL',
        email_updates: 'boolean NOT NULL',
      },
      primaryKey: ['subject'],
    },
    held_complaints: {
      columns: { subject: 'uuid NOT NULL', campaign_id: 'integer', at: 'timestamptz NOT NULL' },
      primaryKey: ['subject'],
    },
    moved_addresses: {
      columns: { previous_subject: 'uuid NOT NULL', subject: 'uuid NOT NULL' },
      primaryKey: ['previous_subject'],
    },
  },
  on: {
    MailChoicesChanged: ({ data }) => [
      remove('mail_choices', { subject: data.subject }),
      insert('mail_choices', columnsOf(data)),
    ],
    MailAddressMoved: ({ data: { previousSubject, subject } }) => [
      remove('moved_addresses', { previous_subject: previousSubject }),
      insert('moved_addresses', { previous_subject: previousSubject, subject }),
    ],
    MailComplaintHeld: ({ data }) => [insert('held_complaints', columnsOf(data))],
    MailComplained: answered,
    MailComplaintLifted: answered,
    MailResubscribed: answered,
    MailConsentRenewed: answered,
    SubjectErased: ({ data: { subject } }) => [
      remove('mail_choices', { subject }),
      remove('held_complaints', { subject }),
    ],
  },
}

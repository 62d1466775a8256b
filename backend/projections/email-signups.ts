import { columnsIn, personalColumns } from '../../records/columns.ts'
import { emailSignup } from '../../records/email-signups.ts'
import { erasedIn } from '../../records/erasures.ts'
import { searchIndex, sortIndex } from '../../records/list-sql.ts'
import { valuesIn } from '../../records/values.ts'
import type { EmailSignupEvent } from '../domain/email-signups.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import {
  columnsOf,
  countsBy,
  increment,
  insert,
  type Projection,
  remove,
  update,
  updateWhere,
} from '../kernel/projector/projection.ts'
import { countedSource, originColumns, originRow, sourceIndex } from './origins.ts'

type Joined = Extract<EmailSignupEvent, { type: 'MailingListJoined' }>['data']

const joined = (data: Joined, at: string, consentSource: string | null) => [
  insert('email_signups', {
    id: data.emailSignupId,
    subject: data.subject,
    ...columnsOf(valuesIn(emailSignup, data)),
    ...originRow(data),
    consent_source: consentSource,
    is_erased: false,
    created_at: at,
  }),
  increment('email_signup_totals', { scope: 'all' }, { signups: 1 }),
]

const removed = (id: number) => [
  remove('email_signups', { id }),
  increment('email_signup_totals', { scope: 'all' }, { signups: -1 }),
]

/**
 * Table `email_signups`: one row per address that joined. Its stream, not an index, keeps an address unique: all erased
 * rows share the same redacted value.
 * Table `email_signup_totals`: the number of rows; the home page polls it every 30 s (§8), so it must not be counted
 * each time.
 */
export const emailSignupsProjection: Projection<EmailSignupEvent | SubjectEvent> = {
  name: 'email-signups',
  version: 6,
  tables: {
    email_signups: {
      columns: {
        id: 'integer NOT NULL',
        ...columnsIn(emailSignup),
        ...originColumns,
        created_at: 'timestamptz NOT NULL',
        is_erased: 'boolean NOT NULL',
        subject: 'uuid NOT NULL',
        consent_source: 'text',
      },
      primaryKey: ['id'],
      personal: [...personalColumns(emailSignup), 'consent_source'],
      countedIn: 'email_signup_counts',
      indexes: {
        email_signups_subject: '(subject)',
        email_signups_email: sortIndex(emailSignup, 'email'),
        email_signups_first_name: sortIndex(emailSignup, 'firstName'),
        email_signups_day: '(created_at)',
        email_signups_source: sourceIndex,
        email_signups_search: searchIndex(emailSignup),
      },
    },
    email_signup_counts: countsBy({ is_erased: 'boolean NOT NULL', ...countedSource }),
    email_signup_totals: {
      columns: { scope: 'text NOT NULL', signups: 'bigint NOT NULL' },
      primaryKey: ['scope'],
    },
  },
  on: {
    MailingListJoined: ({ data, metadata }) => joined(data, metadata.at, null),
    EmailSignupImported: ({ data }) => joined(data, data.consentAt, data.consentSource),
    EmailSignupCorrected: ({ data }) => [
      update(
        'email_signups',
        { id: data.emailSignupId },
        { ...columnsOf(valuesIn(emailSignup, data)), ...(data.firstSource !== undefined && originRow(data)) },
      ),
    ],
    EmailSignupAddressMoved: ({ data: { emailSignupId, subject, email } }) => [
      update('email_signups', { id: emailSignupId }, { subject, email }),
    ],
    EmailSignupAddressLeft: ({ data: { emailSignupId, keptId } }) =>
      keptId === emailSignupId ? [] : removed(emailSignupId),
    EmailSignupRemoved: ({ data }) => removed(data.emailSignupId),
    SubjectErased: ({ data: { subject } }) => [
      updateWhere(
        'email_signups',
        { subject },
        { ...columnsOf(erasedIn(emailSignup)), consent_source: null, is_erased: true },
      ),
    ],
  },
}

import type { AccountDeletionEvent } from '../domain/accounts/account-deletions.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { columnsOf, insert, type Projection, remove, removeWhere } from '../kernel/projector/projection.ts'
import type { UserErased } from './user-erasures.ts'

/** Table `account_deletions`: accounts scheduled for deletion; a row stays until its person is erased. */
export const accountDeletionsProjection: Projection<AccountDeletionEvent | SubjectEvent | UserErased> = {
  name: 'account-deletions',
  version: 1,
  tables: {
    account_deletions: {
      columns: { user_id: 'integer NOT NULL', subject: 'uuid NOT NULL', due_at: 'timestamptz NOT NULL' },
      primaryKey: ['user_id'],
      indexes: { account_deletions_due: '(due_at)', account_deletions_subject: '(subject)' },
    },
  },
  on: {
    AccountDeletionRequested: ({ data }) => [insert('account_deletions', columnsOf(data))],
    AccountDeletionCancelled: ({ data }) => [remove('account_deletions', { user_id: data.userId })],
    UserErased: ({ data }) => [remove('account_deletions', { user_id: data.userId })],
    SubjectErased: ({ data: { subject } }) => [removeWhere('account_deletions', { subject })],
  },
}

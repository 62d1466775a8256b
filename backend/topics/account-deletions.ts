import type { AccountDeletionEvent } from '../domain/account-deletions.ts'
import { describes, type Topic } from './topic.ts'

const item = { topic: 'account-deletions', idField: 'userId' } as const

export const accountDeletions = {
  ...describes<AccountDeletionEvent>(),
  events: {
    AccountDeletionRequested: { item },
    AccountDeletionCancelled: { item },
    AccountDeletionStarted: { item },
  },
  streams: ['account-deletion'],
} as const satisfies Topic<AccountDeletionEvent>

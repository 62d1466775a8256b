import type { AccountDeletionEvent } from '../domain/accounts/account-deletions.ts'
import { describes, type Topic } from './topic.ts'

const facts = { item: { topic: 'account-deletions', idField: 'userId' }, servesErasure: true } as const

export const accountDeletions = {
  ...describes<AccountDeletionEvent>(),
  events: {
    AccountDeletionRequested: facts,
    AccountDeletionCancelled: facts,
    AccountDeletionStarted: facts,
  },
  streams: ['account-deletion'],
} as const satisfies Topic<AccountDeletionEvent>

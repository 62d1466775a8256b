import type { UserEvent } from '../domain/accounts/users.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { describes, type Topic } from './topic.ts'

/** Erasures of persons, and of accounts whose subjects others use too. */
type Event = SubjectEvent | Extract<UserEvent, { type: 'UserErased' }>

export const subjects = {
  ...describes<Event>(),
  events: {
    SubjectErased: {
      // Shown in the history of every item of the person: projections/history.ts.
      item: null,
      outcome: { erased: true },
      // This topic does not know which pages hold the person’s words, so every page with words of people is compared with
      // its rows.
      pages: 'erasures',
      audit: {
        isIncident: true,
        alert: ['Everything under one email address was erased', 'email addresses erased, with everything under them'],
      },
    },
    UserErased: {
      item: { topic: 'users', idField: 'userId' },
      pages: 'erasures',
      audit: {
        isIncident: true,
        alert: [
          'One account was erased whose email address others use too',
          'accounts erased whose email addresses others use too',
        ],
      },
    },
  },
  streams: ['subject'],
} as const satisfies Topic<Event>

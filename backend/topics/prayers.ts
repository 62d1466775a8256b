import type { PrayerEvent } from '../domain/prayers.ts'
import { describes, erasedEmail, type Topic } from './topic.ts'

const item = { topic: 'prayers', idField: 'prayerId' } as const
const pages = { family: 'prayers', idField: 'prayerId' } as const
const source = (prayerId: number) => `prayer-${prayerId}`

export const prayers = {
  ...describes<PrayerEvent>(),
  events: {
    PrayerSubmitted: {
      item,
      personal: { firstName: 'Erased', email: null, location: null, prayer: '[erased]' },
      outcome: { status: 'Pending' },
      isSubmission: true,
      engagement({ prayerId, subject, firstName, email: given, hasEmail }) {
        const email = given ?? (hasEmail ? erasedEmail : null)
        if (email === null) return null
        return {
          act: 'begins',
          type: 'prayer',
          source: source(prayerId),
          subject,
          email,
          firstName,
          item: { prayerId },
        }
      },
    },
    PrayerApproved: { item, outcome: { status: 'Approved' }, pages },
    PrayerRejected: { item, personal: { reason: '' }, outcome: { status: 'Rejected' } },
    PrayerDeleted: {
      item,
      outcome: { status: 'Deleted', deleted: true },
      pages,
      engagement: ({ prayerId }) => ({ act: 'ends', source: source(prayerId) }),
    },
    PrayerRestored: {
      item,
      outcome: { status: 'Pending', deleted: false },
      engagement: ({ prayerId }) => ({ act: 'returns', source: source(prayerId) }),
    },
  },
  streams: ['prayer'],
  sequences: ['prayer'],
  erasable: { prayers: { source: 'prayer' } },
  personalLists: {
    prayers: {
      table: 'prayers',
      topic: 'prayers',
      columns: ['id', 'first_name', 'email', 'location', 'prayer', 'status', 'rejection_reason'],
      gone: { status: 'deleted' },
    },
  },
  submissions: {
    prayer: {
      table: 'prayers',
      topic: 'prayers',
      excerpt: 'left(prayer, 120)',
      status: 'status',
      isShown: "status <> 'deleted'",
    },
  },
} as const satisfies Topic<PrayerEvent>

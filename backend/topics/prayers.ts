import { columnOf } from '../../records/columns.ts'
import { erasedIn, impersonalIn } from '../../records/erasures.ts'
import { erasedEmail } from '../../records/fields.ts'
import { handEntry } from '../../records/hand-entry.ts'
import { namesOf } from '../../records/names.ts'
import { origin } from '../../records/origins.ts'
import { prayer, prayerWords } from '../../records/prayers.ts'
import { rejection } from '../../records/review.ts'
import type { PrayerEvent } from '../domain/prayers.ts'
import { takingPart } from './taking-part.ts'
import { describes, type Topic } from './topic.ts'

const item = { topic: 'prayers', idField: 'prayerId' } as const
const pages = { family: 'prayers', idField: 'prayerId' } as const
const part = takingPart('prayer', ['prayerId'])

const impersonal = impersonalIn(origin)

export const prayers = {
  ...describes<PrayerEvent>(),
  events: {
    PrayerSubmitted: {
      item,
      personal: { ...erasedIn(prayer), ...erasedIn(handEntry) },
      impersonal,
      outcome: { status: 'Pending' },
      isSubmission: true,
      engagement(said) {
        const email = said.email ?? (said.hasEmail ? erasedEmail : null)
        return email === null ? null : part.begins({ ...said, email })
      },
    },
    PrayerCorrected: { item, personal: erasedIn(prayerWords), pages },
    PrayerApproved: { item, outcome: { status: 'Approved' }, pages },
    PrayerRejected: { item, personal: erasedIn(rejection), outcome: { status: 'Rejected' } },
    PrayerDeleted: {
      item,
      outcome: { status: 'Deleted', deleted: true },
      pages,
      engagement: part.ends,
    },
    PrayerRestored: {
      item,
      outcome: { status: 'Pending', deleted: false },
      engagement: part.returns,
    },
    PrayerCorrectedByAuthor: { item, personal: erasedIn(prayerWords), outcome: { status: 'Pending' }, pages },
    PrayerWithdrawn: { item, outcome: { status: 'Withdrawn' }, pages, engagement: part.ends },
  },
  streams: ['prayer'],
  sequences: { prayer: ['prayerId'] },
  erasable: { prayers: { source: 'prayer' } },
  personalLists: {
    prayers: {
      table: 'prayers',
      topic: 'prayers',
      columns: ['id', ...namesOf({ ...prayer, ...origin }).map(columnOf), 'status', 'rejection_reason'],
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
  reviewed: {
    topic: 'prayers',
    table: 'prayers',
    submitted: 'PrayerSubmitted',
    corrected: 'PrayerCorrected',
    correctedByAuthor: 'PrayerCorrectedByAuthor',
    approved: 'PrayerApproved',
    rejected: 'PrayerRejected',
    receipt: {
      heading: 'We received your prayer',
      thanks: 'Thank you for sharing it with us.',
      shownHow: 'with the name you gave and without your email address',
    },
  },
} as const satisfies Topic<PrayerEvent>

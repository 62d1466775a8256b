import { columnOf } from '../../records/columns.ts'
import { endorsement, endorsementWords } from '../../records/endorsements.ts'
import { erasedIn, impersonalIn } from '../../records/erasures.ts'
import { handEntry } from '../../records/hand-entry.ts'
import { namesOf } from '../../records/names.ts'
import { origin } from '../../records/origins.ts'
import { rejection } from '../../records/review.ts'
import type { EndorsementEvent } from '../domain/endorsements.ts'
import { takingPart } from './taking-part.ts'
import { describes, type Topic } from './topic.ts'

const item = { topic: 'endorsements', idField: 'endorsementId' } as const
const pages = { family: 'endorsements', idField: 'endorsementId' } as const
const part = takingPart('endorsement', ['endorsementId'])

const impersonal = impersonalIn(origin)

export const endorsements = {
  ...describes<EndorsementEvent>(),
  events: {
    EndorsementSubmitted: {
      item,
      personal: { ...erasedIn(endorsement), ...erasedIn(handEntry) },
      impersonal,
      outcome: { status: 'Pending' },
      isSubmission: true,
      engagement: (said) => part.begins(said),
    },
    EndorsementCorrected: { item, personal: erasedIn(endorsementWords), pages },
    EndorsementApproved: { item, outcome: { status: 'Approved' }, pages },
    EndorsementRejected: { item, personal: erasedIn(rejection), outcome: { status: 'Rejected' } },
    EndorsementDeleted: {
      item,
      outcome: { status: 'Deleted', deleted: true },
      pages,
      engagement: part.ends,
    },
    EndorsementRestored: {
      item,
      outcome: { status: 'Pending', deleted: false },
      engagement: part.returns,
    },
    EndorsementCorrectedByAuthor: { item, personal: erasedIn(endorsementWords), outcome: { status: 'Pending' }, pages },
    EndorsementWithdrawn: { item, outcome: { status: 'Withdrawn' }, pages, engagement: part.ends },
  },
  streams: ['endorsement'],
  sequences: { endorsement: ['endorsementId'] },
  erasable: { endorsements: { source: 'endorsement' } },
  personalLists: {
    endorsements: {
      table: 'endorsements',
      topic: 'endorsements',
      columns: ['id', ...namesOf({ ...endorsement, ...origin }).map(columnOf), 'status', 'rejection_reason'],
      gone: { status: 'deleted' },
    },
  },
  submissions: {
    endorsement: {
      table: 'endorsements',
      topic: 'endorsements',
      excerpt: "left(coalesce(nullif(endorsement_text, ''), name), 120)",
      status: 'status',
      isShown: "status <> 'deleted'",
    },
  },
  reviewed: {
    topic: 'endorsements',
    table: 'endorsements',
    submitted: 'EndorsementSubmitted',
    corrected: 'EndorsementCorrected',
    correctedByAuthor: 'EndorsementCorrectedByAuthor',
    approved: 'EndorsementApproved',
    rejected: 'EndorsementRejected',
    receipt: {
      heading: 'Thank you for your endorsement',
      thanks: 'It means a lot to us that you put your name to it.',
      shownHow: 'without your email address',
    },
  },
} as const satisfies Topic<EndorsementEvent>

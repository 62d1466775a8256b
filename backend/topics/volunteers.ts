import { columnOf } from '../../records/columns.ts'
import { consent } from '../../records/consent.ts'
import { erasedIn, impersonalIn } from '../../records/erasures.ts'
import { erasedEmail } from '../../records/fields.ts'
import { handEntry } from '../../records/hand-entry.ts'
import { namesOf } from '../../records/names.ts'
import { origin } from '../../records/origins.ts'
import { volunteer, volunteerDetails } from '../../records/volunteers.ts'
import type { VolunteerEvent } from '../domain/volunteers.ts'
import { takingPart } from './taking-part.ts'
import { describes, type Topic } from './topic.ts'

const item = { topic: 'volunteers', idField: 'volunteerId' } as const
// Availability and interests stand in clear in events of version 0.4.0 and earlier (docs/security.md).
const application = erasedIn(volunteer)
const byHand = erasedIn(handEntry)
const part = takingPart('volunteer', ['volunteerId'])

const impersonal = impersonalIn(origin)

export const volunteers = {
  ...describes<VolunteerEvent>(),
  events: {
    VolunteerApplied: {
      item,
      personal: { ...application, ...byHand },
      impersonal,
      outcome: { status: 'Applied' },
      isSubmission: true,
      response: 'volunteered',
      engagement: (said) => part.begins(said),
    },
    VolunteerImported: {
      item,
      personal: { ...application, ...erasedIn(consent) },
      outcome: { status: 'Imported' },
      usesAddress: true,
      engagement: (said) => part.begins(said, said.consentAt),
    },
    VolunteerCorrected: {
      item,
      personal: erasedIn(volunteerDetails),
      usesAddress: true,
      engagement: (said) => part.corrects(said),
    },
    VolunteerAddressMoved: {
      item,
      personal: { email: erasedEmail },
      engagement: part.corrects,
    },
    VolunteerRemoved: {
      item,
      outcome: { status: 'Deleted', deleted: true },
      engagement: part.ends,
    },
    VolunteerRestored: {
      item,
      outcome: { status: 'Applied', deleted: false },
      engagement: part.returns,
    },
  },
  streams: ['volunteer'],
  sequences: { volunteer: ['volunteerId'] },
  erasable: { volunteers: { source: 'volunteer' } },
  personalLists: {
    volunteers: {
      table: 'volunteers',
      topic: 'volunteers',
      columns: ['id', ...namesOf({ ...volunteer, ...origin }).map(columnOf)],
      gone: { is_deleted: true },
    },
  },
  submissions: {
    volunteer: {
      table: 'volunteers',
      topic: 'volunteers',
      excerpt: "array_to_string(interests, ', ')",
      status: "'received'",
      isShown: 'NOT is_deleted',
    },
  },
} as const satisfies Topic<VolunteerEvent>

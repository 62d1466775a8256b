import type { VolunteerEvent } from '../domain/volunteers.ts'
import { takingPart } from './taking-part.ts'
import { describes, erasedEmail, type Topic } from './topic.ts'

const item = { topic: 'volunteers', idField: 'volunteerId' } as const
const personal = {
  firstName: 'Erased',
  lastName: '',
  email: erasedEmail,
  phone: null,
  skills: null,
  availability: null,
} as const
// Availability and interests stand in clear in events of version 0.4.0 and earlier (docs/security.md).
const application = { ...personal, interests: [] }
const part = takingPart('volunteer', ['volunteerId'])

export const volunteers = {
  ...describes<VolunteerEvent>(),
  events: {
    VolunteerApplied: {
      item,
      personal: application,
      outcome: { status: 'Applied' },
      isSubmission: true,
      response: 'volunteered',
      engagement: (said) => part.begins(said),
    },
    VolunteerImported: {
      item,
      // The words that staff wrote about the consent may name people.
      personal: { ...application, consentSource: 'Erased' },
      outcome: { status: 'Imported' },
      usesAddress: true,
      engagement: (said) => part.begins(said, said.consentAt),
    },
    VolunteerCorrected: {
      item,
      personal,
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
      columns: ['id', 'first_name', 'last_name', 'email', 'phone', 'skills', 'availability', 'interests'],
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

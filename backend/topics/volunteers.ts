import type { VolunteerEvent } from '../domain/volunteers.ts'
import { describes, erasedEmail, type Topic } from './topic.ts'

const item = { topic: 'volunteers', idField: 'volunteerId' } as const
const personal = { firstName: 'Erased', lastName: '', email: erasedEmail, phone: null, skills: null } as const
const source = (volunteerId: number) => `volunteer-${volunteerId}`

export const volunteers = {
  ...describes<VolunteerEvent>(),
  events: {
    VolunteerApplied: {
      item,
      personal,
      outcome: { status: 'Applied' },
      isSubmission: true,
      response: 'volunteered',
      engagement: ({ volunteerId, subject, email, firstName }) => ({
        act: 'begins',
        type: 'volunteer',
        source: source(volunteerId),
        subject,
        email,
        firstName,
        item: { volunteerId },
      }),
    },
    VolunteerImported: {
      item,
      // What staff wrote about the consent may name people.
      personal: { ...personal, consentSource: 'Erased' },
      outcome: { status: 'Imported' },
      usesAddress: true,
      engagement: ({ volunteerId, subject, email, firstName, consentAt }) => ({
        act: 'begins',
        type: 'volunteer',
        source: source(volunteerId),
        subject,
        email,
        firstName,
        at: consentAt,
        item: { volunteerId },
      }),
    },
    VolunteerCorrected: {
      item,
      personal,
      usesAddress: true,
      engagement: ({ volunteerId, subject, email, firstName }) => ({
        act: 'corrects',
        source: source(volunteerId),
        subject,
        email,
        firstName,
      }),
    },
    VolunteerRemoved: {
      item,
      outcome: { status: 'Deleted', deleted: true },
      engagement: ({ volunteerId }) => ({ act: 'ends', source: source(volunteerId) }),
    },
    VolunteerRestored: {
      item,
      outcome: { status: 'Applied', deleted: false },
      engagement: ({ volunteerId }) => ({ act: 'returns', source: source(volunteerId) }),
    },
  },
  streams: ['volunteer'],
  sequences: ['volunteer'],
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

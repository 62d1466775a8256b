import type { RsvpEvent } from '../domain/rsvps.ts'
import { describes, type Engagement, erasedEmail, type Topic } from './topic.ts'

const item = { topic: 'rsvps', idField: 'rsvpId' } as const
const personal = { name: 'Erased', email: erasedEmail } as const
const source = (rsvpId: number) => `rsvp-${rsvpId}`

type Guest = { campaignEventId: number; rsvpId: number; subject: string; email: string }
const engagement = ({ campaignEventId, rsvpId, subject, email }: Guest): Engagement => ({
  act: 'begins',
  type: 'rsvp',
  source: source(rsvpId),
  subject,
  email,
  item: { campaignEventId, rsvpId },
})

export const rsvps = {
  ...describes<RsvpEvent>(),
  events: {
    RsvpConfirmed: {
      item,
      personal,
      outcome: { status: 'Confirmed' },
      isSubmission: true,
      response: 'registered',
      engagement,
    },
    RsvpWaitlisted: {
      item,
      personal,
      outcome: { status: 'Waiting' },
      isSubmission: true,
      response: 'registered',
      engagement,
    },
    RsvpPromoted: { item, outcome: { status: 'Confirmed' }, audit: { isConsequence: true } },
    RsvpCancelled: {
      item,
      outcome: { status: 'Cancelled' },
      engagement: ({ rsvpId }) => ({ act: 'ends', source: source(rsvpId) }),
    },
    GuestListExported: {
      item: { topic: 'campaign-events', idField: 'campaignEventId' },
      audit: {
        isTelling: true,
        alert: ['The guest list of an event was exported', 'exports of the guest lists of events'],
      },
    },
  },
  streams: ['campaign'],
  sequences: ['rsvp'],
  erasable: { rsvps: { source: 'rsvp' } },
  personalLists: {
    rsvps: { table: 'rsvps', topic: 'rsvps', columns: ['id', 'campaign_event_id', 'name', 'email', 'status'] },
  },
  submissions: {
    rsvp: {
      table: 'rsvps',
      topic: 'rsvps',
      excerpt: 'parent.title',
      status: 'item.status',
      isShown: 'true',
      parent: { table: 'campaign_events', id: 'campaign_event_id' },
    },
  },
} as const satisfies Topic<RsvpEvent>

import { columnOf } from '../../records/columns.ts'
import { erasedIn, impersonalIn } from '../../records/erasures.ts'
import { erasedEmail } from '../../records/fields.ts'
import { handEntry } from '../../records/hand-entry.ts'
import { namesOf } from '../../records/names.ts'
import { origin } from '../../records/origins.ts'
import { guest } from '../../records/rsvps.ts'
import type { RsvpEvent } from '../domain/rsvps.ts'
import { takingPart } from './taking-part.ts'
import { describes, type Topic } from './topic.ts'

const item = { topic: 'rsvps', idField: 'rsvpId' } as const
const personal = { ...erasedIn(guest), ...erasedIn(handEntry) }
const part = takingPart('rsvp', ['rsvpId', 'campaignEventId'])

const impersonal = impersonalIn(origin)

export const rsvps = {
  ...describes<RsvpEvent>(),
  events: {
    RsvpConfirmed: {
      item,
      personal,
      impersonal,
      outcome: { status: 'Confirmed' },
      isSubmission: true,
      response: 'registered',
      engagement: (said) => part.begins(said),
    },
    RsvpWaitlisted: {
      item,
      personal,
      impersonal,
      outcome: { status: 'Waiting' },
      isSubmission: true,
      response: 'registered',
      engagement: (said) => part.begins(said),
    },
    RsvpPromoted: { item, outcome: { status: 'Confirmed' }, audit: { isConsequence: true } },
    RsvpCancelled: {
      item,
      outcome: { status: 'Cancelled' },
      engagement: part.ends,
    },
    RsvpMailAskedForAgain: { item },
    RsvpAddressMoved: {
      item,
      personal: { email: erasedEmail },
      engagement: part.corrects,
    },
    RsvpNameCorrected: { item, personal: { name: guest.name.erased } },
    GuestListExported: {
      item: { topic: 'campaign-events', idField: 'campaignEventId' },
      audit: {
        isTelling: true,
        alert: ['The guest list of an event was exported', 'exports of the guest lists of events'],
      },
    },
  },
  streams: ['campaign'],
  sequences: { rsvp: ['rsvpId'] },
  erasable: { rsvps: { source: 'rsvp' } },
  personalLists: {
    rsvps: {
      table: 'rsvps',
      topic: 'rsvps',
      columns: ['id', 'campaign_event_id', 'status', ...namesOf({ ...guest, ...origin }).map(columnOf)],
    },
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

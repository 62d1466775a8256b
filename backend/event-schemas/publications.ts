import type { CampaignEventEvent } from '../domain/campaign-events.ts'
import type { ArticleEvent } from '../domain/news.ts'
import type { RsvpEvent } from '../domain/rsvps.ts'
import { clockTime, count, day, email, type FieldsOf, flag, id, text, uuid } from './fields.ts'

const article = { articleId: id }
const written = {
  ...article,
  title: text(255),
  excerpt: text(1000),
  content: text(50_000),
  category: text(50),
  imageUrl: text(500).nullable(),
}

const campaignEvent = { campaignEventId: id }
const planned = {
  ...campaignEvent,
  title: text(255),
  description: text(10_000).nullable(),
  location: text(255).nullable(),
  eventDate: day,
  startTime: clockTime.nullable(),
  endTime: clockTime.nullable(),
  category: text(50),
  capacity: count.nullable(),
  imageUrl: text(500).nullable(),
  isActive: flag,
}

const note = { noteToGuests: text(1000).nullable() }

const rsvp = { ...campaignEvent, rsvpId: id }
const guest = { ...rsvp, subject: uuid, name: text(100), email }

/** News, and the calendar with its guests. */
export const publications = {
  ArticleCreated: written,
  ArticleEdited: written,
  ArticlePublished: article,
  ArticleUnpublished: article,
  ArticleDeleted: article,
  ArticleRestored: article,
  CampaignEventCreated: planned,
  CampaignEventEdited: { ...planned, ...note },
  CampaignEventCancelled: { ...campaignEvent, ...note },
  CampaignEventDeleted: campaignEvent,
  CampaignEventRestored: campaignEvent,
  RsvpConfirmed: guest,
  RsvpWaitlisted: guest,
  RsvpPromoted: rsvp,
  RsvpCancelled: rsvp,
  RsvpAddressMoved: { campaignEventId: id, rsvpId: id, subject: uuid, email, previousSubject: uuid },
  RsvpMailAskedForAgain: rsvp,
  GuestListExported: { ...campaignEvent, guests: count },
} satisfies FieldsOf<ArticleEvent | CampaignEventEvent | RsvpEvent>

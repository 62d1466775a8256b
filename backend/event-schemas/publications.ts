import { campaignEvent as calendarEvent, guestNote } from '../../records/campaign-events.ts'
import { article as record } from '../../records/news.ts'
import { origin } from '../../records/origins.ts'
import { guest as registered } from '../../records/rsvps.ts'
import { shortCode, shortCodeWords } from '../../records/short-codes.ts'
import { wording } from '../../records/wordings.ts'
import type { CampaignEventEvent } from '../domain/campaign-events.ts'
import type { ArticleEvent } from '../domain/news.ts'
import type { RsvpEvent } from '../domain/rsvps.ts'
import type { ShortCodeEvent } from '../domain/short-codes.ts'
import type { WordingEvent } from '../domain/wordings.ts'
import { count, email, type FieldsOf, id, uuid } from './fields.ts'
import { byHand } from './hand-entry.ts'
import { stored, storedIfKnown } from './item-schemas.ts'

const article = { articleId: id }
const written = {
  ...article,
  ...stored(record),
}

const campaignEvent = { campaignEventId: id }
const planned = {
  ...campaignEvent,
  ...stored(calendarEvent),
}

const note = stored(guestNote)

const rsvp = { ...campaignEvent, rsvpId: id }
const guest = { ...rsvp, subject: uuid, ...stored(registered), ...storedIfKnown(origin) }

/** News, the calendar with its guests, and short links. */
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
  RsvpConfirmed: { ...guest, ...byHand },
  RsvpWaitlisted: { ...guest, ...byHand },
  RsvpPromoted: rsvp,
  RsvpCancelled: rsvp,
  RsvpAddressMoved: { campaignEventId: id, rsvpId: id, subject: uuid, email, previousSubject: uuid },
  RsvpMailAskedForAgain: rsvp,
  RsvpNameCorrected: { ...rsvp, subject: uuid, name: stored(registered).name },
  ShortCodeMade: { shortCodeId: id, ...stored(shortCode) },
  ShortCodeChanged: { shortCodeId: id, ...stored(shortCodeWords) },
  ShortCodeRetired: { shortCodeId: id },
  ShortCodeRestored: { shortCodeId: id },
  WordingPublished: stored(wording),
  GuestListExported: { ...campaignEvent, guests: count },
} satisfies FieldsOf<ArticleEvent | CampaignEventEvent | RsvpEvent | ShortCodeEvent | WordingEvent>

import { z } from 'zod'
import { consent } from '../../records/consent.ts'
import { donation } from '../../records/donations.ts'
import { emailSignup } from '../../records/email-signups.ts'
import { endorsement, endorsementWords } from '../../records/endorsements.ts'
import { origin } from '../../records/origins.ts'
import { prayer, prayerWords } from '../../records/prayers.ts'
import { rejection } from '../../records/review.ts'
import { volunteer, volunteerDetails } from '../../records/volunteers.ts'
import type { DonationLinkEvent } from '../domain/donation-links.ts'
import type { DonationEvent, DonationImportEvent } from '../domain/donations.ts'
import type { EmailSignupEvent } from '../domain/email-signups.ts'
import type { EndorsementEvent } from '../domain/endorsements.ts'
import type { FileImportEvent } from '../domain/file-imports.ts'
import type { PrayerEvent } from '../domain/prayers.ts'
import type { VolunteerEvent } from '../domain/volunteers.ts'
import { count, email, type FieldsOf, flag, group, id, listOf, moment, name, text, uuid } from './fields.ts'
import { byHand } from './hand-entry.ts'
import { stored, storedIfKnown } from './item-schemas.ts'

const from = storedIfKnown(origin)
const prayerId = { prayerId: id }
const endorsementId = { endorsementId: id }
const application = { volunteerId: id }
const rejected = { subject: uuid, ...stored(rejection) }

const gift = {
  donationId: id,
  subject: uuid,
  ...stored(donation),
}

const signup = { emailSignupId: id, subject: uuid, ...stored(emailSignup) }
const moved = { subject: uuid, email, previousSubject: uuid }
const refunded = { donationId: id, subject: uuid, refundKey: text(300), left: count }

/** Items that supporters send in, and their gifts. */
export const supporters = {
  PrayerSubmitted: {
    ...prayerId,
    subject: uuid,
    ...stored(prayer),
    ...byHand,
    hasEmail: z.literal(true).optional(),
    ...from,
  },
  PrayerCorrected: { ...prayerId, subject: uuid, ...stored(prayerWords), isReworded: flag },
  PrayerApproved: prayerId,
  PrayerRejected: { ...prayerId, ...rejected },
  PrayerDeleted: prayerId,
  PrayerRestored: prayerId,
  PrayerCorrectedByAuthor: { ...prayerId, subject: uuid, ...stored(prayerWords) },
  PrayerWithdrawn: { ...prayerId, subject: uuid },
  EndorsementSubmitted: { ...endorsementId, subject: uuid, ...stored(endorsement), ...byHand, ...from },
  EndorsementCorrected: { ...endorsementId, subject: uuid, ...stored(endorsementWords), isReworded: flag },
  EndorsementApproved: endorsementId,
  EndorsementRejected: { ...endorsementId, ...rejected },
  EndorsementDeleted: endorsementId,
  EndorsementRestored: endorsementId,
  EndorsementCorrectedByAuthor: { ...endorsementId, subject: uuid, ...stored(endorsementWords) },
  EndorsementWithdrawn: { ...endorsementId, subject: uuid },
  MailingListJoined: { ...signup, ...byHand, ...from },
  EmailSignupImported: { ...signup, ...stored(consent) },
  EmailSignupCorrected: { ...signup, isOwn: z.literal(true).optional(), ...byHand, ...from },
  EmailSignupAddressMoved: { ...signup, previousSubject: uuid, isOwn: flag },
  EmailSignupAddressLeft: { emailSignupId: id, subject: uuid, keptId: id },
  EmailSignupRemoved: { emailSignupId: id, subject: uuid },
  VolunteerApplied: { ...application, subject: uuid, userId: id.nullable(), ...stored(volunteer), ...byHand, ...from },
  VolunteerCorrected: { ...application, subject: uuid, ...stored(volunteerDetails) },
  VolunteerAddressMoved: { ...application, ...moved },
  VolunteerRemoved: application,
  VolunteerRestored: application,
  VolunteerImported: { ...application, subject: uuid, ...stored(volunteer), ...stored(consent) },
  DonationImported: { ...gift, ...byHand },
  DonationCorrected: gift,
  DonationRefunded: { ...refunded, amount: count, refundedAt: moment },
  DonationRefundWithdrawn: { ...refunded, amount: count },
  DonationRemoved: { donationId: id, subject: uuid, refundKeys: listOf(text(300), 50).optional() },
  DonationLinkFollowed: { clickId: uuid, ...from },
  FileImportStarted: {
    importId: name,
    kind: z.enum(['donations', 'email-signups', 'volunteers', 'opt-outs']),
    fileHash: name,
    rows: count,
    added: count,
    changed: count,
    refunded: count,
    repeated: count,
    refused: count,
    platform: name.optional(),
    mapping: listOf(group({ heading: text(200), field: name }), 200),
  },
  FileImportFinished: { importId: name, written: count, skipped: count },
  FileImportStopped: { importId: name, written: count, skipped: count },
  FileImportUndone: { importId: name },
  DonationFileImported: {
    importId: name,
    fileHash: name,
    rows: count,
    added: count,
    changed: count,
    repeated: count,
    refused: count,
  },
} satisfies FieldsOf<
  | PrayerEvent
  | EndorsementEvent
  | EmailSignupEvent
  | VolunteerEvent
  | DonationEvent
  | DonationImportEvent
  | DonationLinkEvent
  | FileImportEvent
>

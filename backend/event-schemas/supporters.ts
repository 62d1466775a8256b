import { z } from 'zod'
import type { DonationEvent, DonationImportEvent } from '../domain/donations.ts'
import type { EmailSignupEvent } from '../domain/email-signups.ts'
import type { EndorsementEvent } from '../domain/endorsements.ts'
import type { FileImportEvent } from '../domain/file-imports.ts'
import type { PrayerEvent } from '../domain/prayers.ts'
import type { VolunteerEvent } from '../domain/volunteers.ts'
import { count, email, type FieldsOf, flag, group, id, listOf, moment, name, text, uuid } from './fields.ts'

const prayer = { prayerId: id }
const endorsement = { endorsementId: id }
const volunteer = { volunteerId: id }
const rejection = { subject: uuid, reason: text(500) }

const volunteerDetails = {
  firstName: text(100),
  lastName: text(100),
  email,
  phone: text(20).nullable(),
  skills: text(5000).nullable(),
  availability: text(50).nullable(),
}

const donation = {
  donationId: id,
  subject: uuid,
  firstName: text(100),
  lastName: text(100),
  email,
  amount: count,
  address: text(255).nullable(),
  city: text(100).nullable(),
  state: text(50).nullable(),
  zipCode: text(20).nullable(),
  occupation: text(100).nullable(),
  employer: text(100).nullable(),
  paymentId: text(255).nullable(),
  isPublic: flag,
  donatedAt: moment,
}

const signup = { emailSignupId: id, subject: uuid, email, firstName: text(100).nullable() }
const moved = { subject: uuid, email, previousSubject: uuid }
const agreed = { consentSource: text(255), consentAt: moment }
const refunded = { donationId: id, subject: uuid, refundKey: text(300), left: count }

/** Items that supporters send in, and their gifts. */
export const supporters = {
  PrayerSubmitted: {
    ...prayer,
    subject: uuid,
    firstName: text(100),
    email: email.nullable(),
    location: text(100).nullable(),
    prayer: text(5000),
    hasEmail: z.literal(true).optional(),
  },
  PrayerApproved: prayer,
  PrayerRejected: { ...prayer, ...rejection },
  PrayerDeleted: prayer,
  PrayerRestored: prayer,
  EndorsementSubmitted: {
    ...endorsement,
    subject: uuid,
    name: text(100),
    email,
    title: text(200),
    endorsementText: text(5000),
  },
  EndorsementApproved: endorsement,
  EndorsementRejected: { ...endorsement, ...rejection },
  EndorsementDeleted: endorsement,
  EndorsementRestored: endorsement,
  MailingListJoined: signup,
  EmailSignupImported: { ...signup, ...agreed },
  EmailSignupCorrected: { ...signup, isOwn: z.literal(true).optional() },
  EmailSignupAddressMoved: { ...signup, previousSubject: uuid, isOwn: flag },
  EmailSignupAddressLeft: { emailSignupId: id, subject: uuid, keptId: id },
  EmailSignupRemoved: { emailSignupId: id, subject: uuid },
  VolunteerApplied: {
    ...volunteer,
    subject: uuid,
    userId: id.nullable(),
    interests: listOf(text(100), 100),
    ...volunteerDetails,
  },
  VolunteerCorrected: { ...volunteer, subject: uuid, ...volunteerDetails },
  VolunteerAddressMoved: { ...volunteer, ...moved },
  VolunteerRemoved: volunteer,
  VolunteerRestored: volunteer,
  VolunteerImported: { ...volunteer, subject: uuid, interests: listOf(text(100), 100), ...volunteerDetails, ...agreed },
  DonationImported: donation,
  DonationCorrected: donation,
  DonationRefunded: { ...refunded, amount: count, refundedAt: moment },
  DonationRefundWithdrawn: { ...refunded, amount: count },
  DonationRemoved: { donationId: id, subject: uuid, refundKeys: listOf(text(300), 50).optional() },
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
  | FileImportEvent
>

import { type EmailSignupEvent, emailSignupPersonalFields } from './email-signups.ts'
import { type EndorsementEvent, endorsementPersonalFields } from './endorsements.ts'
import { type PrayerEvent, prayerPersonalFields } from './prayers.ts'
import type { SubjectEvent } from './subjects.ts'
import type { UserEmailEvent } from './user-emails.ts'
import { type UserEvent, userPersonalFields } from './users.ts'

export type DomainEvent = EmailSignupEvent | EndorsementEvent | PrayerEvent | SubjectEvent | UserEmailEvent | UserEvent

/** Every personal field of every event, by event type; anything not listed here is stored as it is. */
export const personalFields = {
  ...emailSignupPersonalFields,
  ...endorsementPersonalFields,
  ...prayerPersonalFields,
  ...userPersonalFields,
}

import type { AccessRefusalEvent } from './access-refusals.ts'
import type { AccountDeletionEvent } from './account-deletions.ts'
import type { CampaignEventEvent } from './campaign-events.ts'
import type { CampaignOutcomeEvent } from './campaign-outcomes.ts'
import type { CampaignSlotEvent } from './campaign-slots.ts'
import type { CampaignTestEvent } from './campaign-tests.ts'
import { type DonationEvent, type DonationImportEvent, donationPersonalFields } from './donations.ts'
import type { EmailCampaignEvent } from './email-campaign-events.ts'
import { type EmailSignupEvent, emailSignupPersonalFields } from './email-signups.ts'
import { type EndorsementEvent, endorsementPersonalFields } from './endorsements.ts'
import type { EvolutionVerificationEvent } from './evolution-verifications.ts'
import type { ExportEvent } from './exports.ts'
import type { FailedSignInsEvent } from './failed-sign-ins.ts'
import type { FitnessFormulaEvent } from './fitness-formulas.ts'
import { type ForumThreadEvent, forumThreadPersonalFields } from './forum-thread-events.ts'
import type { LogVerificationEvent } from './log-verifications.ts'
import type { MailClickEvent } from './mail-clicks.ts'
import type { MailConsentEvent } from './mail-consents.ts'
import type { MailLinkEvent } from './mail-links.ts'
import type { ModerationPolicyEvent } from './moderation-policy.ts'
import type { ArticleEvent } from './news.ts'
import type { PopulationEvent } from './page-variations.ts'
import type { PageViewEvent } from './page-views.ts'
import { type PrayerEvent, prayerPersonalFields } from './prayers.ts'
import type { PreferencesEvent } from './preferences.ts'
import type { ProjectionSkipEvent } from './projection-skips.ts'
import type { ProviderConnectionEvent } from './provider-connections.ts'
import { type RsvpEvent, rsvpPersonalFields } from './rsvps.ts'
import type { SealKeyEvent } from './seal-keys.ts'
import type { SubjectEvent } from './subjects.ts'
import type { UserEmailEvent } from './user-emails.ts'
import { type UserEvent, userPersonalFields } from './users.ts'
import { type VolunteerEvent, volunteerPersonalFields } from './volunteers.ts'
import type { WelcomeMailEvent } from './welcome-mails.ts'
import type { WelcomeSeriesEvent } from './welcome-series.ts'

export type DomainEvent =
  | AccessRefusalEvent
  | AccountDeletionEvent
  | ArticleEvent
  | CampaignEventEvent
  | CampaignOutcomeEvent
  | CampaignSlotEvent
  | CampaignTestEvent
  | EmailCampaignEvent
  | DonationEvent
  | DonationImportEvent
  | EmailSignupEvent
  | EndorsementEvent
  | EvolutionVerificationEvent
  | ExportEvent
  | FailedSignInsEvent
  | FitnessFormulaEvent
  | ForumThreadEvent
  | LogVerificationEvent
  | MailClickEvent
  | MailConsentEvent
  | MailLinkEvent
  | ModerationPolicyEvent
  | PageViewEvent
  | PopulationEvent
  | PrayerEvent
  | PreferencesEvent
  | ProjectionSkipEvent
  | ProviderConnectionEvent
  | RsvpEvent
  | SealKeyEvent
  | SubjectEvent
  | UserEmailEvent
  | UserEvent
  | VolunteerEvent
  | WelcomeMailEvent
  | WelcomeSeriesEvent

/** Every personal field of every event, by event type; anything not listed here is stored as is. */
export const personalFields = {
  ...donationPersonalFields,
  ...emailSignupPersonalFields,
  ...endorsementPersonalFields,
  ...forumThreadPersonalFields,
  ...prayerPersonalFields,
  ...rsvpPersonalFields,
  ...userPersonalFields,
  ...volunteerPersonalFields,
}

import { isFinalBounce, type MailChoices } from '../../records/mail.ts'
import type { PreferencesEvent } from '../domain/accounts/preferences.ts'
import type { UserEvent } from '../domain/accounts/users.ts'
import type { ListedReason, MailConsentEvent } from '../domain/mail/mail-consents.ts'
import type { Fact } from '../kernel/eventlog/decider.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { columnsOf, insert, type Projection, type Row, remove, update } from '../kernel/projector/projection.ts'
import { fieldsSetBy } from '../topics/index.ts'
import { known } from './supporter-names.ts'

const account = (userId: number, set: Row) => [update('supporter_accounts', { user_id: userId }, set)]

const flagged = ({ type, data }: Recorded<Fact<string, { userId: number }>>) =>
  account(data.userId, columnsOf(fieldsSetBy(type, { ...data })))

type Suppression =
  | 'erased'
  | 'complained'
  | 'bounced'
  | 'unsubscribed'
  | 'opted-out'
  | 'listed-bounced'
  | 'listed-complained'
  | 'choices'
  | 'confirmed'
type Refusal = { subject: string; at: string; campaignId?: number | null }
export const suppressed = (subject: string, kind: Suppression, off = 0) =>
  insert('mail_refusals', { subject, kind, switched_off: off, at: null, campaign_id: null })
/** With what app.mail_suppressions holds of it, for the console’s past. */
const refused = (kind: Suppression, { subject, at, campaignId = null }: Refusal) =>
  insert('mail_refusals', { subject, kind, switched_off: 0, at, campaign_id: campaignId })
const accepted = (subject: string, kind: Suppression) => remove('mail_refusals', { subject, kind })

const listings = ['opted-out', 'listed-bounced', 'listed-complained'] as const
/** Entry about one person in a file of people who said no elsewhere. */
const listing = (reason: ListedReason | undefined) =>
  reason === undefined ? 'opted-out' : (`listed-${reason}` as const)

const wanted = (subject: string) => [
  accepted(subject, 'unsubscribed'),
  ...listings.map((kind) => accepted(subject, kind)),
  accepted(subject, 'bounced'),
  accepted(subject, 'complained'),
]

/** One bit for each switch that is off, in the order of `mailPurposes` in the contract. */
const switchedOff = ({ campaignNews, volunteerOpportunities, eventInvitations, emailUpdates }: MailChoices) =>
  [campaignNews, volunteerOpportunities, eventInvitations, emailUpdates].reduce(
    (bits, isOn, place) => bits | (isOn ? 0 : 1 << place),
    0,
  )

/** Who must not be mailed: rows of accounts, under every address they had, and of `mail_refusals`. */
export const mailSuppressions: Projection<UserEvent | PreferencesEvent | MailConsentEvent>['on'] = {
  UserRegistered: ({ data }) => [
    insert('supporter_accounts', {
      user_id: data.userId,
      subject: data.subject,
      is_active: true,
      is_banned: false,
      is_deleted: false,
      is_email_verified: false,
      switched_off: 0,
    }),
    insert('supporter_account_subjects', { user_id: data.userId, subject: data.subject }),
    ...known(data),
  ],
  UserEmailVerified: flagged,
  UserEmailVouched: flagged,
  UserEmailUnverified: flagged,
  UserEmailChanged: ({ data: { userId, subject, email, isVerified = true } }) => [
    ...account(userId, { subject, is_email_verified: isVerified }),
    insert('supporter_account_subjects', { user_id: userId, subject }),
    ...known({ subject, email }),
  ],
  ProfileUpdated: ({ data: { subject, firstName } }) =>
    firstName === null ? [] : [update('supporters', { subject }, { first_name: firstName })],
  UserBanned: flagged,
  UserUnbanned: flagged,
  UserDeactivated: flagged,
  UserReactivated: flagged,
  UserDeleted: ({ data }) => account(data.userId, { is_deleted: true }),
  PreferencesChanged: ({ data }) => account(data.userId, { switched_off: switchedOff(data) }),
  MailUnsubscribed: ({ data }) => [refused('unsubscribed', data)],
  MailComplained: ({ data }) => [refused('complained', data)],
  MailBounced: ({ data }) => (isFinalBounce(data) ? [refused('bounced', data)] : []),
  MailComplaintLifted: ({ data }) => [
    accepted(data.subject, 'complained'),
    accepted(data.subject, 'listed-complained'),
  ],
  MailResubscribed: ({ data }) => wanted(data.subject),
  MailConsentRenewed: ({ data }) => [...wanted(data.subject), suppressed(data.subject, 'confirmed')],
  MailBounceLifted: ({ data }) => [accepted(data.subject, 'bounced'), accepted(data.subject, 'listed-bounced')],
  MailChoicesChanged: ({ data }) => [suppressed(data.subject, 'choices', switchedOff(data))],
  MailOptOutImported: ({ data }) => [refused(listing(data.reason), data)],
  MailOptOutWithdrawn: ({ data }) => [accepted(data.subject, listing(data.reason))],
  MailAddressMoved: ({ data: { subject, email, previousSubject, engagements } }) => [
    ...known({ subject, email }),
    ...engagements.map((source) => update('user_engagement', { source }, { subject, email })),
    // Mail may still go to another person at the old address.
    update('supporters', { subject: previousSubject }, { first_name: null }),
  ],
  MailAddressConfirmed: ({ data }) => [suppressed(data.subject, 'confirmed')],
}

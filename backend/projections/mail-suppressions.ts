import type { MailChoices } from '../../records/mail.ts'
import type { PreferencesEvent } from '../domain/accounts/preferences.ts'
import type { UserEvent } from '../domain/accounts/users.ts'
import type { MailConsentEvent } from '../domain/mail/mail-consent-events.ts'
import { suppressionChange } from '../domain/mail/mail-suppressions.ts'
import type { Fact } from '../kernel/eventlog/decider.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { columnsOf, insert, type Projection, type Row, remove, update } from '../kernel/projector/projection.ts'
import { fieldsSetBy } from '../topics/index.ts'
import { known } from './supporter-names.ts'

const account = (userId: number, set: Row) => [update('supporter_accounts', { user_id: userId }, set)]

const flagged = ({ type, data }: Recorded<Fact<string, { userId: number }>>) =>
  account(data.userId, columnsOf(fieldsSetBy(type, { ...data })))

/** Further facts that decide about the mail to an address; `choices`: of a person without an account. */
type Condition = 'erased' | 'confirmed' | 'choices'
export const conditioned = (subject: string, condition: Condition, off = 0) =>
  insert('mail_conditions', { subject, condition, switched_off: off })

const causes = (event: Recorded<MailConsentEvent>) => {
  const { subject } = event.data
  const { begins, ends } = suppressionChange(event)
  const gone = ends.map(({ reason, isListed }) =>
    remove('mail_suppression_causes', { subject, reason, is_listed: isListed }),
  )
  if (!begins) return gone
  const { reason, isListed, at, campaignId } = begins
  return [
    ...gone,
    insert('mail_suppression_causes', { subject, reason, is_listed: isListed, at, campaign_id: campaignId }),
  ]
}

/** One bit for each switch that is off, in the order of `mailPurposes` in the contract. */
const switchedOff = ({ campaignNews, volunteerOpportunities, eventInvitations, emailUpdates }: MailChoices) =>
  [campaignNews, volunteerOpportunities, eventInvitations, emailUpdates].reduce(
    (bits, isOn, place) => bits | (isOn ? 0 : 1 << place),
    0,
  )

/** Who must not be mailed: rows of accounts, under every address they had, of `mail_suppression_causes` and `mail_conditions`. */
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
  MailUnsubscribed: causes,
  MailComplained: causes,
  MailBounced: causes,
  MailComplaintLifted: causes,
  MailBounceLifted: causes,
  MailOptOutImported: causes,
  MailOptOutWithdrawn: causes,
  MailResubscribed: causes,
  MailConsentRenewed: (event) => [...causes(event), conditioned(event.data.subject, 'confirmed')],
  MailChoicesChanged: ({ data }) => [conditioned(data.subject, 'choices', switchedOff(data))],
  MailAddressConfirmed: ({ data }) => [conditioned(data.subject, 'confirmed')],
  MailAddressMoved: ({ data: { subject, email, previousSubject, engagements } }) => [
    ...known({ subject, email }),
    ...engagements.map((source) => update('user_engagement', { source }, { subject, email })),
    // Mail may still go to another person at the old address.
    update('supporters', { subject: previousSubject }, { first_name: null }),
  ],
}

import type { Fact } from '../domain/decider.ts'
import type { DonationEvent } from '../domain/donations.ts'
import type { EmailSignupEvent } from '../domain/email-signups.ts'
import type { EndorsementEvent } from '../domain/endorsements.ts'
import type { ForumThreadEvent } from '../domain/forum-thread-events.ts'
import type { MailClickEvent } from '../domain/mail-clicks.ts'
import type { MailConsentEvent } from '../domain/mail-consents.ts'
import type { PrayerEvent } from '../domain/prayers.ts'
import type { PreferencesEvent } from '../domain/preferences.ts'
import type { RsvpEvent } from '../domain/rsvps.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { UserEvent } from '../domain/users.ts'
import type { VolunteerEvent } from '../domain/volunteers.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import {
  increment,
  insert,
  type Projection,
  type RedactedValues,
  type Row,
  type RowChange,
  remove,
  update,
  updateWhere,
} from './projection.ts'
import { allStandings, standingsOfAccounts, standingsOfSubjects, standingTables } from './supporter-standings.ts'

type SupporterEvent =
  | DonationEvent
  | EmailSignupEvent
  | EndorsementEvent
  | ForumThreadEvent
  | MailClickEvent
  | MailConsentEvent
  | PrayerEvent
  | PreferencesEvent
  | RsvpEvent
  | SubjectEvent
  | UserEvent
  | VolunteerEvent

type Given = { subject: string; email: string; firstName?: string | null }

/** Somebody gave an address; the latest name holds, and none given does not erase it. */
const known = ({ subject, email, firstName }: Given): RowChange[] => [
  increment('supporters', { subject }, { mentions: 1 }),
  update('supporters', { subject }, firstName ? { email, first_name: firstName } : { email }),
]

/** `source`: what identifies the item, since later events of it name no subject. */
const engaged = (
  { id, metadata }: Recorded<Fact>,
  type: 'signup' | 'volunteer' | 'prayer' | 'endorsement' | 'rsvp' | 'forum_post' | 'donation' | 'click',
  source: string,
  { subject, email = null, at = metadata.at, item }: { subject: string; email?: string | null; at?: string; item: Row },
): RowChange =>
  insert('user_engagement', {
    source,
    id: numberOf(id),
    email,
    subject,
    engagement_type: type,
    engagement_data: item,
    timestamp: at,
    recorded_at: metadata.at,
    deleted_at: null,
  })

/** An integer that a rebuild gives again (see `admin-actions.ts`). */
const numberOf = (uuid: string) => Number(BigInt.asUintN(53, BigInt(`0x${uuid.replaceAll('-', '')}`)))

const deleted = (source: string, { metadata }: Recorded<Fact>) => [
  update('user_engagement', { source }, { deleted_at: metadata.at }),
]
const restored = (source: string) => [update('user_engagement', { source }, { deleted_at: null })]

const account = (userId: number, set: Row) => [update('supporter_accounts', { user_id: userId }, set)]

type Refusal = 'erased' | 'complained' | 'bounced' | 'unsubscribed' | 'choices'
const refused = (subject: string, kind: Refusal, off = 0) =>
  insert('mail_refusals', { subject, kind, switched_off: off })
const accepted = (subject: string, kind: Refusal) => remove('mail_refusals', { subject, kind })

type Switches = {
  campaignNews: boolean
  volunteerOpportunities: boolean
  eventInvitations: boolean
  emailUpdates: boolean
}
/** A bit per switch that is off, in the order of `mailPurposes` in the contract. */
const switchedOff = ({ campaignNews, volunteerOpportunities, eventInvitations, emailUpdates }: Switches) =>
  [campaignNews, volunteerOpportunities, eventInvitations, emailUpdates].reduce(
    (bits, isOn, place) => bits | (isOn ? 0 : 1 << place),
    0,
  )

/** As domain/mail-consents.ts decides it. */
const softBouncesAllowed = 4

/**
 * Table `user_engagement`: everything by which somebody took part, erased people included. `email` is null where the
 * event names none (posts); `timestamp` is when it happened, `recorded_at` when the log learned of it.
 * Table `supporters`: one row per address, with the name given last.
 * Tables `supporter_accounts`, `supporter_account_subjects` (every address that an account had) and `mail_refusals` (with
 * the switches of people without an account): who must not be mailed.
 */
export const supportersProjection = (redactedValues: RedactedValues): Projection<SupporterEvent> => {
  const { email: erasedEmail } = redactedValues.MailingListJoined
  const rsvp = (event: Recorded<Extract<RsvpEvent, { type: 'RsvpConfirmed' | 'RsvpWaitlisted' }>>) => {
    const { campaignEventId, rsvpId, subject, email } = event.data
    return [
      engaged(event, 'rsvp', `rsvp-${rsvpId}`, { subject, email, item: { campaignEventId, rsvpId } }),
      ...known({ subject, email }),
    ]
  }
  return {
    name: 'supporters',
    version: 1,
    fills: allStandings,
    tables: {
      user_engagement: {
        columns: {
          source: 'text NOT NULL',
          id: 'bigint NOT NULL',
          email: 'text',
          subject: 'uuid NOT NULL',
          engagement_type: 'text NOT NULL',
          engagement_data: 'jsonb NOT NULL',
          timestamp: 'timestamptz NOT NULL',
          recorded_at: 'timestamptz NOT NULL',
          deleted_at: 'timestamptz',
        },
        primaryKey: ['source'],
        indexes: { user_engagement_subject: '(subject)' },
        derives: standingsOfSubjects,
      },
      supporters: {
        columns: {
          subject: 'uuid NOT NULL',
          email: 'text NOT NULL',
          first_name: 'text',
          mentions: 'integer NOT NULL',
        },
        primaryKey: ['subject'],
      },
      supporter_accounts: {
        columns: {
          user_id: 'integer NOT NULL',
          subject: 'uuid NOT NULL',
          is_active: 'boolean NOT NULL',
          is_banned: 'boolean NOT NULL',
          is_deleted: 'boolean NOT NULL',
          is_email_verified: 'boolean NOT NULL',
          switched_off: 'smallint NOT NULL',
        },
        primaryKey: ['user_id'],
        derives: standingsOfAccounts,
      },
      supporter_account_subjects: {
        columns: { user_id: 'integer NOT NULL', subject: 'uuid NOT NULL' },
        primaryKey: ['user_id', 'subject'],
        indexes: { supporter_account_subjects_subject: '(subject)' },
        derives: standingsOfSubjects,
      },
      mail_refusals: {
        columns: { subject: 'uuid NOT NULL', kind: 'text NOT NULL', switched_off: 'smallint NOT NULL' },
        primaryKey: ['subject', 'kind'],
        derives: standingsOfSubjects,
      },
      ...standingTables,
    },
    on: {
      MailingListJoined: (event) => {
        const { emailSignupId, subject, email } = event.data
        return [
          engaged(event, 'signup', `signup-${emailSignupId}`, { subject, email, item: { emailSignupId } }),
          ...known(event.data),
        ]
      },
      VolunteerApplied: (event) => {
        const { volunteerId, subject, email } = event.data
        return [
          engaged(event, 'volunteer', `volunteer-${volunteerId}`, { subject, email, item: { volunteerId } }),
          ...known(event.data),
        ]
      },
      VolunteerCorrected: ({ data }) => [
        update(
          'user_engagement',
          { source: `volunteer-${data.volunteerId}` },
          { subject: data.subject, email: data.email },
        ),
        ...known(data),
      ],
      VolunteerRemoved: (event) => deleted(`volunteer-${event.data.volunteerId}`, event),
      VolunteerRestored: ({ data }) => restored(`volunteer-${data.volunteerId}`),
      PrayerSubmitted: (event) => {
        const { prayerId, subject, firstName, hasEmail } = event.data
        const email = event.data.email ?? (hasEmail ? erasedEmail : null)
        if (email === null) return []
        return [
          engaged(event, 'prayer', `prayer-${prayerId}`, { subject, email, item: { prayerId } }),
          ...known({ subject, email, firstName }),
        ]
      },
      PrayerDeleted: (event) => deleted(`prayer-${event.data.prayerId}`, event),
      PrayerRestored: ({ data }) => restored(`prayer-${data.prayerId}`),
      EndorsementSubmitted: (event) => {
        const { endorsementId, subject, email } = event.data
        return [
          engaged(event, 'endorsement', `endorsement-${endorsementId}`, { subject, email, item: { endorsementId } }),
          ...known({ subject, email }),
        ]
      },
      EndorsementDeleted: (event) => deleted(`endorsement-${event.data.endorsementId}`, event),
      EndorsementRestored: ({ data }) => restored(`endorsement-${data.endorsementId}`),
      RsvpConfirmed: rsvp,
      RsvpWaitlisted: rsvp,
      RsvpCancelled: (event) => deleted(`rsvp-${event.data.rsvpId}`, event),
      ThreadStarted: (event) => {
        const { threadId, subject } = event.data
        return [engaged(event, 'forum_post', `post-${threadId}`, { subject, item: { threadId } })]
      },
      ThreadDeleted: (event) => deleted(`post-${event.data.threadId}`, event),
      ThreadRestored: ({ data }) => restored(`post-${data.threadId}`),
      ReplyPosted: (event) => {
        const { threadId, postId, subject } = event.data
        return [engaged(event, 'forum_post', `post-${postId}`, { subject, item: { threadId, postId } })]
      },
      ReplyDeleted: (event) => deleted(`post-${event.data.postId}`, event),
      ReplyRestored: ({ data }) => restored(`post-${data.postId}`),
<<<<<<< HEAD
=======
      // Whoever opens three links of one mail took part once.
      MailLinkClicked: (event) => {
        const { campaignId, subject, at, isFirst } = event.data
        return isFirst ? [engaged(event, 'click', clickSource(event.data), { subject, at, item: { campaignId } })] : []
      },
      MailClicksRejudged: (event) => (event.data.isNone ? deleted(clickSource(event.data), event) : []),
>>>>>>> main
      DonationImported: (event) => {
        const { donationId, subject, email, donatedAt: at } = event.data
        return [
          engaged(event, 'donation', `donation-${donationId}`, { subject, email, at, item: { donationId } }),
          ...known(event.data),
        ]
      },
      DonationCorrected: ({ data }) => [
        update(
          'user_engagement',
          { source: `donation-${data.donationId}` },
          { subject: data.subject, email: data.email, timestamp: data.donatedAt },
        ),
        ...known(data),
      ],
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
      UserEmailVerified: ({ data }) => account(data.userId, { is_email_verified: true }),
      UserEmailUnverified: ({ data }) => account(data.userId, { is_email_verified: false }),
      UserEmailChanged: ({ data: { userId, subject, email, isVerified = true } }) => [
        ...account(userId, { subject, is_email_verified: isVerified }),
        insert('supporter_account_subjects', { user_id: userId, subject }),
        ...known({ subject, email }),
      ],
      ProfileUpdated: ({ data: { subject, firstName } }) =>
        firstName === null ? [] : [update('supporters', { subject }, { first_name: firstName })],
      UserBanned: ({ data }) => account(data.userId, { is_banned: true }),
      UserUnbanned: ({ data }) => account(data.userId, { is_banned: false }),
      UserDeactivated: ({ data }) => account(data.userId, { is_active: false }),
      UserReactivated: ({ data }) => account(data.userId, { is_active: true }),
      UserDeleted: ({ data }) => account(data.userId, { is_deleted: true }),
      PreferencesChanged: ({ data }) => account(data.userId, { switched_off: switchedOff(data) }),
      MailUnsubscribed: ({ data }) => [refused(data.subject, 'unsubscribed')],
      MailComplained: ({ data }) => [refused(data.subject, 'complained')],
      MailBounced: ({ data: { subject, kind, softInARow } }) =>
        kind === 'hard' || softInARow > softBouncesAllowed ? [refused(subject, 'bounced')] : [],
      MailResubscribed: ({ data: { subject } }) => [
        accepted(subject, 'unsubscribed'),
        accepted(subject, 'bounced'),
        accepted(subject, 'complained'),
      ],
      MailChoicesChanged: ({ data }) => [refused(data.subject, 'choices', switchedOff(data))],
      // The rows stay, without the person: counts and ledgers hold, and nobody mails them.
      SubjectErased: ({ data: { subject } }) => [
        updateWhere('user_engagement', { subject }, { email: erasedEmail, engagement_data: {} }),
        update('supporters', { subject }, { email: erasedEmail, first_name: null }),
        refused(subject, 'erased'),
      ],
    },
  }
}

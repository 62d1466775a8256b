import type { Fact } from '../domain/decider.ts'
import type { DonationEvent } from '../domain/donations.ts'
import type { EmailSignupEvent } from '../domain/email-signups.ts'
import type { EndorsementEvent } from '../domain/endorsements.ts'
import type { ForumThreadEvent } from '../domain/forum-thread-events.ts'
import type { MailClickEvent } from '../domain/mail-clicks.ts'
import type { PrayerEvent } from '../domain/prayers.ts'
import type { RsvpEvent } from '../domain/rsvps.ts'
import type { VolunteerEvent } from '../domain/volunteers.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { insert, type Projection, type RedactedValues, type Row, type RowChange, update } from './projection.ts'
import { known } from './supporter-names.ts'

export type EngagementEvent =
  | DonationEvent
  | EmailSignupEvent
  | EndorsementEvent
  | ForumThreadEvent
  | MailClickEvent
  | PrayerEvent
  | RsvpEvent
  | VolunteerEvent

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

/** Everything by which somebody takes part: rows of `user_engagement`, and of `supporters` where it names an address. */
export function engagements(redactedValues: RedactedValues): Projection<EngagementEvent>['on'] {
  const { email: erasedEmail } = redactedValues.MailingListJoined
  const rsvp = (event: Recorded<Extract<RsvpEvent, { type: 'RsvpConfirmed' | 'RsvpWaitlisted' }>>) => {
    const { campaignEventId, rsvpId, subject, email } = event.data
    return [
      engaged(event, 'rsvp', `rsvp-${rsvpId}`, { subject, email, item: { campaignEventId, rsvpId } }),
      ...known({ subject, email }),
    ]
  }
  return {
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
    // Whoever opens three links of one mail took part once.
    MailLinkClicked: (event) => {
      const { campaignId, subject, at, isFirst } = event.data
      return isFirst
        ? [engaged(event, 'click', `click-${campaignId}-${subject}`, { subject, at, item: { campaignId } })]
        : []
    },
    MailClicksRejudged: (event) => {
      const { campaignId, subject, isNone } = event.data
      return isNone ? deleted(`click-${campaignId}-${subject}`, event) : []
    },
  }
}

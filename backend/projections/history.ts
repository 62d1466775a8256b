import type { AccessRefusalEvent } from '../domain/access-refusals.ts'
import type { CampaignOutcomeEvent } from '../domain/campaign-outcomes.ts'
import type { CampaignSlotEvent } from '../domain/campaign-slots.ts'
import type { CampaignTestEvent } from '../domain/campaign-tests.ts'
import type { DonationImportEvent } from '../domain/donations.ts'
import type { EvolutionVerificationEvent } from '../domain/evolution-verifications.ts'
import type { ExportEvent } from '../domain/exports.ts'
import type { FailedSignInsEvent } from '../domain/failed-sign-ins.ts'
import type { FitnessFormulaEvent } from '../domain/fitness-formulas.ts'
import type { DomainEvent } from '../domain/index.ts'
import type { LogVerificationEvent } from '../domain/log-verifications.ts'
import type { MailClickEvent } from '../domain/mail-clicks.ts'
import type { MailLinkEvent } from '../domain/mail-links.ts'
import type { PopulationEvent } from '../domain/page-variations.ts'
import type { PageViewEvent } from '../domain/page-views.ts'
import type { ProjectionSkipEvent } from '../domain/projection-skips.ts'
import type { SealKeyEvent } from '../domain/seal-keys.ts'
import type { WelcomeMailEvent } from '../domain/welcome-mails.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { historyWords } from './history-words.ts'
import { insert, type Projection, type RedactedValues, type RowChange, updateWhere } from './projection.ts'

/** Events that concern no item, such as exports and measurements of page variations, are left out. */
type ItemEvent = Exclude<
  DomainEvent,
  | { type: 'EmailReserved' | 'EmailReleased' | 'SubjectErased' }
  | AccessRefusalEvent
  | CampaignOutcomeEvent
  | CampaignSlotEvent
  | CampaignTestEvent
  | DonationImportEvent
  | EvolutionVerificationEvent
  | ExportEvent
  | FailedSignInsEvent
  | LogVerificationEvent
  | MailClickEvent
  | MailLinkEvent
  | PageViewEvent
  | ProjectionSkipEvent
  | SealKeyEvent
  | WelcomeMailEvent
  | Exclude<PopulationEvent, { type: 'FitnessChanged' | 'GenePoolChanged' }>
  | FitnessFormulaEvent
>
/** `idField`: the field with the id of the item; null: the events of this topic belong to a person, not to an item. */
type About = { topic: string; idField: string | null } | { topic: string; id: number }

/** Settings have no numbers: each is the only item of its topic. */
const setting = (topic: string) => ({ topic, id: 1 })
const consent = { topic: 'mail-consents', idField: null }

/** Which item an event is about: the topic of its slice and its id. */
const about = {
  PrayerSubmitted: { topic: 'prayers', idField: 'prayerId' },
  PrayerApproved: { topic: 'prayers', idField: 'prayerId' },
  PrayerRejected: { topic: 'prayers', idField: 'prayerId' },
  PrayerDeleted: { topic: 'prayers', idField: 'prayerId' },
  PrayerRestored: { topic: 'prayers', idField: 'prayerId' },
  EndorsementSubmitted: { topic: 'endorsements', idField: 'endorsementId' },
  EndorsementApproved: { topic: 'endorsements', idField: 'endorsementId' },
  EndorsementRejected: { topic: 'endorsements', idField: 'endorsementId' },
  EndorsementDeleted: { topic: 'endorsements', idField: 'endorsementId' },
  EndorsementRestored: { topic: 'endorsements', idField: 'endorsementId' },
  MailingListJoined: { topic: 'email-signups', idField: 'emailSignupId' },
  VolunteerApplied: { topic: 'volunteers', idField: 'volunteerId' },
  VolunteerCorrected: { topic: 'volunteers', idField: 'volunteerId' },
  VolunteerRemoved: { topic: 'volunteers', idField: 'volunteerId' },
  VolunteerRestored: { topic: 'volunteers', idField: 'volunteerId' },
  DonationImported: { topic: 'donations', idField: 'donationId' },
  DonationCorrected: { topic: 'donations', idField: 'donationId' },
  ArticleCreated: { topic: 'news', idField: 'articleId' },
  ArticleEdited: { topic: 'news', idField: 'articleId' },
  ArticlePublished: { topic: 'news', idField: 'articleId' },
  ArticleUnpublished: { topic: 'news', idField: 'articleId' },
  ArticleDeleted: { topic: 'news', idField: 'articleId' },
  ArticleRestored: { topic: 'news', idField: 'articleId' },
  UserRegistered: { topic: 'users', idField: 'userId' },
  AdminGranted: { topic: 'users', idField: 'userId' },
  AdminRevoked: { topic: 'users', idField: 'userId' },
  UserBanned: { topic: 'users', idField: 'userId' },
  UserUnbanned: { topic: 'users', idField: 'userId' },
  UserDeactivated: { topic: 'users', idField: 'userId' },
  UserReactivated: { topic: 'users', idField: 'userId' },
  UserDeleted: { topic: 'users', idField: 'userId' },
  UserErased: { topic: 'users', idField: 'userId' },
  UserSessionsEnded: { topic: 'users', idField: 'userId' },
  SecondFactorReset: { topic: 'users', idField: 'userId' },
  PasskeyAdded: { topic: 'users', idField: 'userId' },
  ProviderConnected: { topic: 'users', idField: 'userId' },
  PasskeyRemoved: { topic: 'users', idField: 'userId' },
  UserEmailVerified: { topic: 'users', idField: 'userId' },
  UserEmailVouched: { topic: 'users', idField: 'userId' },
  UserEmailUnverified: { topic: 'users', idField: 'userId' },
  UserEmailChanged: { topic: 'users', idField: 'userId' },
  ProfileUpdated: { topic: 'users', idField: 'userId' },
  ProfilePhotoChanged: { topic: 'users', idField: 'userId' },
  PreferencesChanged: { topic: 'preferences', idField: 'userId' },
  AccountDeletionRequested: { topic: 'account-deletions', idField: 'userId' },
  AccountDeletionCancelled: { topic: 'account-deletions', idField: 'userId' },
  AccountDeletionStarted: { topic: 'account-deletions', idField: 'userId' },
  CampaignEventCreated: { topic: 'campaign-events', idField: 'campaignEventId' },
  CampaignEventEdited: { topic: 'campaign-events', idField: 'campaignEventId' },
  CampaignEventCancelled: { topic: 'campaign-events', idField: 'campaignEventId' },
  CampaignEventDeleted: { topic: 'campaign-events', idField: 'campaignEventId' },
  CampaignEventRestored: { topic: 'campaign-events', idField: 'campaignEventId' },
  GuestListExported: { topic: 'campaign-events', idField: 'campaignEventId' },
  RsvpConfirmed: { topic: 'rsvps', idField: 'rsvpId' },
  RsvpWaitlisted: { topic: 'rsvps', idField: 'rsvpId' },
  RsvpPromoted: { topic: 'rsvps', idField: 'rsvpId' },
  RsvpCancelled: { topic: 'rsvps', idField: 'rsvpId' },
  ThreadStarted: { topic: 'forum', idField: 'threadId' },
  ThreadEdited: { topic: 'forum', idField: 'threadId' },
  ThreadPinned: { topic: 'forum', idField: 'threadId' },
  ThreadUnpinned: { topic: 'forum', idField: 'threadId' },
  ThreadLocked: { topic: 'forum', idField: 'threadId' },
  ThreadUnlocked: { topic: 'forum', idField: 'threadId' },
  ThreadDeleted: { topic: 'forum', idField: 'threadId' },
  ThreadRestored: { topic: 'forum', idField: 'threadId' },
  ReplyPosted: { topic: 'forum', idField: 'postId' },
  ReplyEdited: { topic: 'forum', idField: 'postId' },
  ReplyDeleted: { topic: 'forum', idField: 'postId' },
  ReplyRestored: { topic: 'forum', idField: 'postId' },
  ContentScreened: { topic: 'forum', idField: 'contentId' },
  ContentFlagged: { topic: 'forum', idField: 'contentId' },
  ContentApproved: { topic: 'forum', idField: 'contentId' },
  ContentRejected: { topic: 'forum', idField: 'contentId' },
  AppealFiled: { topic: 'forum', idField: 'contentId' },
  CampaignDrafted: { topic: 'email-campaigns', idField: 'campaignId' },
  CampaignEdited: { topic: 'email-campaigns', idField: 'campaignId' },
  CampaignScheduled: { topic: 'email-campaigns', idField: 'campaignId' },
  CampaignUnscheduled: { topic: 'email-campaigns', idField: 'campaignId' },
  CampaignApproved: { topic: 'email-campaigns', idField: 'campaignId' },
  CampaignSent: { topic: 'email-campaigns', idField: 'campaignId' },
  CampaignFailed: { topic: 'email-campaigns', idField: 'campaignId' },
  CampaignPaused: { topic: 'email-campaigns', idField: 'campaignId' },
  CampaignResumed: { topic: 'email-campaigns', idField: 'campaignId' },
  CampaignCancelled: { topic: 'email-campaigns', idField: 'campaignId' },
  CampaignFinished: { topic: 'email-campaigns', idField: 'campaignId' },
  CampaignDeleted: { topic: 'email-campaigns', idField: 'campaignId' },
  MailUnsubscribed: consent,
  MailResubscribed: consent,
  MailBounced: consent,
  MailComplained: consent,
  MailChoicesChanged: consent,
  MailAddressConfirmed: consent,
  ModerationPolicyChanged: setting('moderation-policy'),
  ModerationModelAdded: setting('moderation-policy'),
  ModerationModelRemoved: setting('moderation-policy'),
  FitnessChanged: setting('fitness-formula'),
  GenePoolChanged: setting('gene-pool'),
  WelcomeSeriesChanged: setting('welcome-series'),
} satisfies { [Type in ItemEvent['type']]: About }

/** The item that an event is about: its topic and number (null where a person has none); null when it is about none. */
export function itemOf(event: Recorded<DomainEvent>): { topic: string; id: number | null } | null {
  if (!isItemEvent(event)) return null
  const place: About = about[event.type]
  const id = idIn(new Map(Object.entries(event.data)), place)
  return typeof id === 'number' || ('idField' in place && place.idField === null) ? { topic: place.topic, id } : null
}

function idIn(fields: ReadonlyMap<string, unknown>, place: About): number | null {
  if ('id' in place) return place.id
  const id = place.idField === null ? null : fields.get(place.idField)
  return typeof id === 'number' ? id : null
}

const isItemEvent = (event: Recorded<DomainEvent>): event is Recorded<ItemEvent> => event.type in about

/**
 * Table `history`: every event of every item, also after the item is deleted. The content is stored in two parts:
 * `changes` in plain text, and `personal` under the subject, so that an erasure redacts only the latter. An erasure is
 * a row with the topic 'subjects', and what a person decided about mail one with 'mail-consents': both belong to every item
 * of that subject.
 */
export function historyProjection(redactedValues: RedactedValues): Projection<DomainEvent> {
  const personalTypes = new Map<string, object>(Object.entries(redactedValues))

  const entry = (event: Recorded<DomainEvent>, place: About): RowChange => {
    const { topic } = place
    const told = historyWords(event)
    const fields = new Map<string, unknown>(Object.entries(event.data))
    const itemId = idIn(fields, place)
    // Nothing in a campaign is about one person: its `subject` is the subject line of the mail.
    const isAboutPerson = topic !== 'email-campaigns'
    const subject = isAboutPerson ? fields.get('subject') : null
    if ('idField' in place && place.idField !== null) fields.delete(place.idField)
    if (isAboutPerson) fields.delete('subject')
    fields.delete('previousSubject')
    fields.delete('hasEmail')
    const personalNames = Object.keys(personalTypes.get(event.type) ?? {})
    const personal = [...fields].filter(([name]) => personalNames.includes(name))
    const changes = [...fields].filter(([name]) => !personalNames.includes(name))
    return insert('history', {
      event_id: event.id,
      topic,
      item_id: itemId,
      revision: event.revision,
      type: event.type,
      at: event.metadata.at,
      actor_kind: event.metadata.actor.kind,
      actor_id: 'id' in event.metadata.actor ? event.metadata.actor.id : null,
      command: event.metadata.command,
      changes: told ?? Object.fromEntries(changes),
      personal: Object.fromEntries(personal),
      subject: typeof subject === 'string' ? subject : null,
    })
  }

  return {
    name: 'history',
    version: 5,
    tables: {
      history: {
        columns: {
          event_id: 'uuid NOT NULL',
          topic: 'text NOT NULL',
          item_id: 'integer',
          revision: 'integer NOT NULL',
          type: 'text NOT NULL',
          at: 'timestamptz NOT NULL',
          actor_kind: 'text NOT NULL',
          actor_id: 'integer',
          command: 'text NOT NULL',
          changes: 'jsonb NOT NULL',
          personal: 'jsonb NOT NULL',
          subject: 'uuid',
        },
        primaryKey: ['event_id'],
        personal: ['changes', 'personal'],
        indexes: {
          history_item: '(topic, item_id, revision)',
          history_subject: '(subject)',
          history_actor: '(actor_id, at DESC) WHERE actor_id IS NOT NULL',
        },
      },
    },
    on: {
      UserErased: ({ data }) =>
        [{ topic: 'users', id: data.userId }, ...data.items].flatMap(({ topic, id }) =>
          Object.entries(about)
            .filter(([type, item]) => item.topic === topic && personalTypes.has(type))
            .map(([type]) =>
              updateWhere('history', { topic, item_id: id, type }, { personal: { ...personalTypes.get(type) } }),
            ),
        ),
      SubjectErased: (event) => [
        ...Object.entries(redactedValues).map(([type, personal]) =>
          updateWhere('history', { subject: event.data.subject, type }, { personal }),
        ),
        entry(event, { topic: 'subjects', idField: null }),
      ],
    },
    onEvery: (event) => (isItemEvent(event) ? [entry(event, about[event.type])] : []),
  }
}

/**
 * The words for each topic, once: History, Actions, Recent Activity and the account page use them. Plain text without a
 * schema library, so that the site can import it.
 */
type TopicWords = {
  /** The word of the slice, as in the names of its files. */
  topic: string
  /** One item of it, as in 'History of prayer 7'. */
  item: string
  /** Items of a person can be erased with them. */
  belongsTo: 'person' | 'campaign'
  /** Labels by type of event; an unknown type is split into words. */
  events?: { readonly [type: string]: string }
  /** The same where people read about themselves. */
  activity?: { readonly [type: string]: string }
  /** By kind of engagement: why a person is in a segment. */
  engagements?: { readonly [kind: string]: string }
  /** By kind of submission, in the person’s account. */
  submissions?: readonly { kind: string; label: string }[]
  /** Its lists in a person's export of their own data. */
  personalLists?: readonly string[]
  /** The name of its public form, which has limits of its own. */
  form?: string
  /**
   * The site shows an item only after an admin has approved it. From this follow the counts of what waits, the tab of the
   * console with its place in the rail, and the emails about receipt and decision. `one`: the item with its article.
   */
  reviewed?: { one: string; many: string; label: string; icon: string }
}

/** In the order in which the console lists them. */
export const topicWords = [
  {
    topic: 'prayers',
    item: 'prayer',
    belongsTo: 'person',
    events: {
      PrayerSubmitted: 'Prayer submitted',
      PrayerCorrected: 'Prayer corrected',
      PrayerApproved: 'Prayer approved',
      PrayerDeleted: 'Prayer deleted',
      PrayerCorrectedByAuthor: 'Prayer corrected by its author',
      PrayerWithdrawn: 'Prayer withdrawn by its author',
    },
    engagements: { prayer: 'Shared a prayer' },
    submissions: [{ kind: 'prayer', label: 'Prayer' }],
    personalLists: ['prayers'],
    form: 'prayers',
    reviewed: { one: 'a prayer', many: 'prayers', label: 'Prayers', icon: 'candle' },
  },
  {
    topic: 'endorsements',
    item: 'endorsement',
    belongsTo: 'person',
    events: {
      EndorsementSubmitted: 'Endorsement submitted',
      EndorsementCorrected: 'Endorsement corrected',
      EndorsementApproved: 'Endorsement approved',
      EndorsementDeleted: 'Endorsement deleted',
      EndorsementCorrectedByAuthor: 'Endorsement corrected by its author',
      EndorsementWithdrawn: 'Endorsement withdrawn by its author',
    },
    engagements: { endorsement: 'Endorsed the campaign' },
    submissions: [{ kind: 'endorsement', label: 'Endorsement' }],
    personalLists: ['endorsements'],
    form: 'endorsements',
    reviewed: { one: 'an endorsement', many: 'endorsements', label: 'Endorsements', icon: 'thumb' },
  },
  {
    topic: 'email-signups',
    item: 'email signup',
    belongsTo: 'person',
    activity: { MailingListJoined: 'Joined the mailing list' },
    engagements: { signup: 'Signed up for email updates' },
    personalLists: ['emailSignups'],
    form: 'email-signups',
  },
  {
    topic: 'users',
    item: 'user',
    belongsTo: 'person',
    events: { SubjectErased: 'Personal data erased' },
    activity: {
      UserRegistered: 'Account created',
      AdminGranted: 'Became an administrator',
      UserEmailVerified: 'Email address verified',
      UserEmailVouched: 'Email address confirmed by our team',
      UserEmailChanged: 'Email address changed',
      ProfileUpdated: 'Profile updated',
      ProfilePhotoChanged: 'Profile photo changed',
      PreferencesChanged: 'Notification preferences changed',
      AccountDeletionRequested: 'Account deletion requested',
      AccountDeletionCancelled: 'Account deletion cancelled',
      ProviderConnected: 'Sign-in provider connected',
      PasskeyAdded: 'Passkey added',
      PasskeyRemoved: 'Passkey removed',
    },
  },
  {
    topic: 'news',
    item: 'article',
    belongsTo: 'campaign',
    events: {
      ArticleCreated: 'Article created',
      ArticleEdited: 'Article edited',
      ArticlePublished: 'Article published',
      ArticleUnpublished: 'Article unpublished',
      ArticleDeleted: 'Article deleted',
    },
  },
  {
    topic: 'campaign-events',
    item: 'event',
    belongsTo: 'campaign',
    events: {
      CampaignEventCreated: 'Event created',
      CampaignEventEdited: 'Event edited',
      CampaignEventCancelled: 'Event cancelled',
      CampaignEventDeleted: 'Event deleted',
      CampaignEventRestored: 'Event restored',
      GuestListExported: 'Guest list exported',
    },
  },
  {
    topic: 'short-codes',
    item: 'short link',
    belongsTo: 'campaign',
    events: {
      ShortCodeMade: 'Short link made',
      ShortCodeChanged: 'Short link changed',
      ShortCodeRetired: 'Short link retired',
      ShortCodeRestored: 'Short link used again',
    },
  },
  {
    topic: 'email-campaigns',
    item: 'campaign',
    belongsTo: 'campaign',
    engagements: { click: 'Followed a link in an email' },
  },
  {
    topic: 'rsvps',
    item: 'registration',
    belongsTo: 'person',
    events: {
      RsvpConfirmed: 'Registered',
      RsvpWaitlisted: 'Put on the waiting list',
      RsvpPromoted: 'Moved up from the waiting list',
      RsvpCancelled: 'Registration cancelled',
      RsvpAddressMoved: 'Moved to the guest’s new address',
      RsvpNameCorrected: 'Name corrected by the guest',
      RsvpMailAskedForAgain: 'Registered again, gets the email again',
    },
    activity: {
      RsvpConfirmed: 'Registered for an event',
      RsvpWaitlisted: 'Joined an event’s waiting list',
    },
    engagements: { rsvp: 'Registered for an event' },
    submissions: [{ kind: 'rsvp', label: 'Event registration' }],
    personalLists: ['rsvps'],
    form: 'rsvps',
  },
  {
    topic: 'volunteers',
    item: 'volunteer',
    belongsTo: 'person',
    activity: { VolunteerApplied: 'Volunteer application submitted' },
    engagements: { volunteer: 'Applied to volunteer' },
    submissions: [{ kind: 'volunteer', label: 'Volunteer application' }],
    personalLists: ['volunteers'],
    form: 'volunteers',
  },
  {
    topic: 'donations',
    item: 'donation',
    belongsTo: 'person',
    engagements: { donation: 'Donated' },
    personalLists: ['donations'],
  },
  {
    topic: 'forum',
    item: 'forum message',
    belongsTo: 'person',
    events: {
      ThreadStarted: 'Thread started',
      ThreadEdited: 'Thread edited',
      ThreadPinned: 'Thread pinned',
      ThreadUnpinned: 'Thread unpinned',
      ThreadLocked: 'Thread locked',
      ThreadUnlocked: 'Thread unlocked',
      ThreadDeleted: 'Thread deleted',
      ThreadRestored: 'Thread restored',
      ReplyPosted: 'Reply posted',
      ReplyEdited: 'Reply edited',
      ReplyDeleted: 'Reply deleted',
      ReplyRestored: 'Reply restored',
      ContentScreened: 'Checked automatically',
      ContentFlagged: 'Held for review',
      ContentApproved: 'Approved',
      ContentRejected: 'Rejected',
      AppealFiled: 'Appeal filed',
      ContentReported: 'Reported by a reader',
      VersionHidden: 'Earlier version hidden',
      VersionShown: 'Earlier version shown again',
      ContentHidden: 'Hidden after reports',
      ContentShownAgain: 'Shown again: readers who reported it were banned',
    },
    activity: { ThreadStarted: 'Started a discussion', ReplyPosted: 'Replied in the forum' },
    engagements: { forum_post: 'Wrote in the forum' },
    submissions: [
      { kind: 'thread', label: 'Discussion' },
      { kind: 'reply', label: 'Reply' },
    ],
    personalLists: ['forumThreads', 'forumPosts'],
  },
] as const satisfies readonly TopicWords[]

/** Settings, each with one history: under number 1, and empty until an admin changes it. */
export const settingTopics = ['moderation-policy', 'fitness-formula', 'gene-pool', 'welcome-series'] as const
export type SettingTopic = (typeof settingTopics)[number]

export const settingNames = {
  'moderation-policy': 'the moderation policy',
  'fitness-formula': 'the fitness formula',
  'gene-pool': 'the gene pool',
  'welcome-series': 'the welcome series',
} as const satisfies { [Topic in SettingTopic]: string }

type Words = (typeof topicWords)[number]

/** Topics with a history of each item. */
export type HistoryTopic = Words['topic']
export const historyTopics = topicWords.map(({ topic }) => topic)
export const topicsOfPeople: ReadonlySet<string> = new Set(
  topicWords.flatMap(({ topic, belongsTo }) => (belongsTo === 'person' ? [topic] : [])),
)

type KeysOf<Map> = Map extends unknown ? keyof Map : never
/** The ways to take part. */
export type EngagementType = KeysOf<Extract<Words, { engagements: unknown }>['engagements']>

const submissions = topicWords.flatMap((words) => ('submissions' in words ? [...words.submissions] : []))
export const submissionKinds = submissions.map(({ kind }) => kind)
export type SubmissionKind = (typeof submissionKinds)[number]
export const submissionLabel = (kind: string) => submissions.find((submission) => submission.kind === kind)?.label

/** The lists of what a person sent in, in the export of their data. */
export const personalLists = topicWords.flatMap((words) => ('personalLists' in words ? [...words.personalLists] : []))
export type PersonalList = (typeof personalLists)[number]

/** The public forms. */
export const formNames = topicWords.flatMap((words) => ('form' in words ? [words.form] : []))

type ReviewedWords = Extract<Words, { reviewed: unknown }>
export type ReviewedTopic = ReviewedWords['topic']
export type ReviewedItem = ReviewedWords['item']
/** The topics whose items wait for an admin, in the order of the console. */
export const reviewedWords = topicWords.filter((words): words is ReviewedWords => 'reviewed' in words)
export const reviewedTopics = reviewedWords.map(({ topic }) => topic)

/** A value for each reviewed topic, by the name of the topic or of its item. */
export function perReviewed<Key extends 'topic' | 'item', Value>(
  key: Key,
  to: (words: ReviewedWords) => Value,
): { [Name in ReviewedWords[Key]]: Value }
export function perReviewed(key: 'topic' | 'item', to: (words: ReviewedWords) => unknown): object {
  return Object.fromEntries(reviewedWords.map((words) => [words[key], to(words)]))
}

/** Words that people read about an item, an event or an engagement. */
export const itemWords: ReadonlyMap<string, string> = new Map(topicWords.map(({ topic, item }) => [topic, item]))
export const eventWords = mapOf((words) => ('events' in words ? words.events : {}))
export const activityWords = mapOf((words) => ('activity' in words ? words.activity : {}))
export const engagementWords = mapOf((words) => ('engagements' in words ? words.engagements : {}))

function mapOf(facet: (words: Words) => { readonly [key: string]: string }): ReadonlyMap<string, string> {
  return new Map(topicWords.flatMap((words) => Object.entries(facet(words))))
}

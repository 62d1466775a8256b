import type { IconName } from './icons.ts'

/** Labels of the log's event types; an unknown type is split into words. */
const eventLabels: { [type: string]: string } = {
  PrayerSubmitted: 'Prayer submitted',
  PrayerApproved: 'Prayer approved',
  PrayerDeleted: 'Prayer deleted',
  EndorsementSubmitted: 'Endorsement submitted',
  EndorsementApproved: 'Endorsement approved',
  EndorsementDeleted: 'Endorsement deleted',
  CampaignEventCreated: 'Event created',
  CampaignEventEdited: 'Event edited',
  CampaignEventCancelled: 'Event cancelled',
  CampaignEventDeleted: 'Event deleted',
  CampaignEventRestored: 'Event restored',
  RsvpConfirmed: 'Registered',
  RsvpWaitlisted: 'Put on the waiting list',
  RsvpPromoted: 'Moved up from the waiting list',
  RsvpCancelled: 'Registration cancelled',
  GuestListExported: 'Guest list exported',
  ArticleCreated: 'Article created',
  ArticleEdited: 'Article edited',
  ArticlePublished: 'Article published',
  ArticleUnpublished: 'Article unpublished',
  ArticleDeleted: 'Article deleted',
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
  SubjectErased: 'Personal data erased',
}

/** Labels of what people did, in their own activity list. */
const activityLabels: { [type: string]: string } = {
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
  VolunteerApplied: 'Volunteer application submitted',
  RsvpConfirmed: 'Registered for an event',
  RsvpWaitlisted: 'Joined an event’s waiting list',
  MailingListJoined: 'Joined the mailing list',
  ThreadStarted: 'Started a discussion',
  ReplyPosted: 'Replied in the forum',
}

/** 'UserRegistered' → 'Account created'. */
export const activityLabel = (type: string) => activityLabels[type] ?? words(type)

/** 'PrayerSubmitted' → 'Prayer submitted'. */
export const eventLabel = (type: string) =>
  (Object.hasOwn(eventLabels, type) ? eventLabels[type] : undefined) ?? words(type)

/** 'firstName' → 'First name', 'isEmailVerified' → 'Email verified', 'imageUrl' → 'Image URL'. */
export const fieldLabel = (name: string) => words(name.replace(/^is(?=[A-Z])/, ''))

/** One item of a topic, as in 'History of prayer 7'. */
export const topicItems = {
  prayers: 'prayer',
  endorsements: 'endorsement',
  'email-signups': 'email signup',
  users: 'user',
  news: 'article',
  'campaign-events': 'event',
  'email-campaigns': 'campaign',
  rsvps: 'registration',
  volunteers: 'volunteer',
  donations: 'donation',
  forum: 'forum message',
} as const

/** Settings with a history. */
export const settingNames = {
  'moderation-policy': 'the moderation policy',
  'fitness-formula': 'the fitness formula',
  'gene-pool': 'the gene pool',
  'welcome-series': 'the welcome series',
} as const

const historyNames: { [topic: string]: string } = topicItems

/** What a history is about: 'prayer 7', or 'the gene pool', of which there is one. */
export const historyName = (topic: string, id: number): string =>
  Object.hasOwn(settingNames, topic) ? settingNames[topic as keyof typeof settingNames] : `${historyNames[topic]} ${id}`

/** What waits for a decision. */
export const waitingTopics = {
  prayers: 'Prayer',
  endorsements: 'Endorsement',
  moderation: 'Forum content',
  appeals: 'Appeal',
} as const

/** What the campaign did that may explain a curve. */
export const markKinds = {
  article: 'Article published',
  event: 'Event announced',
  mail: 'Emails sent',
  evolution: 'Page evolution',
} as const

/** Badge of a campaign event (§4). */
export const eventStatus = {
  upcoming: { label: 'Upcoming', badge: 'badge badge-good' },
  ongoing: { label: 'Ongoing', badge: 'badge badge-blue' },
  completed: { label: 'Completed', badge: 'badge' },
  cancelled: { label: 'Cancelled', badge: 'badge badge-bad' },
} as const

/** Badge of a registration. */
export const rsvpStatus = {
  confirmed: { label: 'Registered', badge: 'badge badge-good' },
  waiting: { label: 'Waiting', badge: 'badge badge-waiting' },
  cancelled: { label: 'Cancelled', badge: 'badge' },
} as const

const reviewBadges = {
  pending: { label: 'Pending', badge: 'badge badge-waiting' },
  approved: { label: 'Approved', badge: 'badge badge-good' },
  rejected: { label: 'Rejected', badge: 'badge badge-bad' },
  deleted: { label: 'Deleted', badge: 'badge' },
} as const

export const submissionKinds = {
  prayer: 'Prayer',
  endorsement: 'Endorsement',
  volunteer: 'Volunteer application',
  rsvp: 'Event registration',
  thread: 'Discussion',
  reply: 'Reply',
} as const

/** What became of something a person sent in. */
export const submissionStatus = {
  pending: { label: 'Waiting for review', badge: 'badge badge-waiting' },
  approved: { label: 'On the site', badge: 'badge badge-good' },
  rejected: { label: 'Not posted', badge: 'badge' },
  received: { label: 'Received', badge: 'badge badge-good' },
  confirmed: { label: 'Registered', badge: 'badge badge-good' },
  waiting: { label: 'On the waiting list', badge: 'badge badge-waiting' },
  cancelled: { label: 'Cancelled', badge: 'badge' },
} as const

/** Badge of a reviewed item: text and class, never color alone. */
export const reviewStatus = ({ status, isErased }: { status: keyof typeof reviewBadges; isErased: boolean }) =>
  isErased ? { label: 'Erased', badge: 'badge' } : reviewBadges[status]

export type Tone = 'blue' | 'green' | 'red' | 'yellow' | 'gray'

const newsTones: { [category: string]: Tone } = {
  'campaign update': 'blue',
  'policy position': 'green',
  agriculture: 'red',
}

/** Color of a news category (§4), ignoring case; 'policy' has one only on the article's page. */
export function newsTone(category: string, { isDetail = false }: { isDetail?: boolean } = {}): Tone {
  const name = category.trim().toLowerCase()
  if (isDetail && name === 'policy') return 'red'
  return Object.hasOwn(newsTones, name) ? (newsTones[name] ?? 'gray') : 'gray'
}

const eventTones: { [category: string]: Tone } = { 'town hall': 'blue', summit: 'red', forum: 'green', rally: 'yellow' }

/** Color of an event's category (§4), ignoring case. */
export function eventTone(category: string): Tone {
  const name = category.trim().toLowerCase()
  return Object.hasOwn(eventTones, name) ? (eventTones[name] ?? 'gray') : 'gray'
}

const categoryIcons: { [category: string]: IconName } = {
  'policy discussion': 'scroll',
  'technology & innovation': 'chip',
  'campaign events': 'calendar',
}

/** Icon of a forum category (§2), ignoring case; its color comes with it. */
export function categoryIcon(category: string): IconName {
  const name = category.trim().toLowerCase()
  return (Object.hasOwn(categoryIcons, name) && categoryIcons[name]) || 'chat'
}

/** The author of a post (§2); null: the account was deleted. */
export const authorLabel = (authorId: number | null) => (authorId === null ? 'Deleted user' : `Author #${authorId}`)

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export const replyCountLabel = (count: number) => counted(count, 'reply', 'replies')
export const seatCount = (count: number) => counted(count, 'seat', 'seats')
export const visitCount = (count: number) => counted(count, 'visit', 'visits')
const rowCount = (count: number) => counted(count, 'row', 'rows')

/** The line below a table: how many loaded rows are shown, and whether there are more. */
export function rowsShown(shown: number, loaded: number, hasMore: boolean): string {
  if (shown !== loaded) return `${shown} of ${loaded} loaded rows match your search.`
  return hasMore ? `Showing the newest ${rowCount(loaded)}.` : `Showing ${rowCount(loaded)}.`
}

/** Badge of a forum message in the console (administration §2). */
export const messageStatus = {
  pending: { label: 'pending', badge: 'badge' },
  approved: { label: 'approved', badge: 'badge badge-blue' },
  rejected: { label: 'rejected', badge: 'badge badge-bad' },
} as const

export const violationLabels = {
  harassment: 'Harassment',
  hate_speech: 'Hate speech',
  threats: 'Threats',
  spam: 'Spam',
  off_topic: 'Off topic',
  doxxing: 'Doxxing',
  none: 'No violation',
} as const

/** The band of a confidence, 0 to 100, under the current thresholds (administration §4). */
export function confidenceBand(
  percent: number,
  { review, reject }: { review: number; reject: number },
): 'good' | 'waiting' | 'bad' {
  if (percent >= reject) return 'bad'
  return percent < review ? 'good' : 'waiting'
}

const toneBadges: { [T in Tone]: string } = {
  blue: 'badge badge-blue',
  green: 'badge badge-good',
  red: 'badge badge-bad',
  yellow: 'badge badge-waiting',
  gray: 'badge',
}

/** The color goes with the word, never alone. */
export const newsBadge = (category: string, page: { isDetail?: boolean } = {}) => toneBadges[newsTone(category, page)]
export const eventBadge = (category: string) => toneBadges[eventTone(category)]

/** Badge of an article in the console. */
export const publicationStatus = (isPublished: boolean) =>
  isPublished ? { label: 'Published', badge: 'badge badge-good' } : { label: 'Draft', badge: 'badge' }

function words(name: string): string {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  const sentence = spaced.charAt(0).toUpperCase() + spaced.slice(1)
  return sentence.replace(/\b(?:id|ip|url)\b/gi, (word) => word.toUpperCase())
}

/** Sign-in providers. */
export const providerNames = { google: 'Google', facebook: 'Facebook' } as const

/** How people signed in. */
export const signInMethods = {
  password: 'Password',
  'magic-link': 'Magic link',
  passkey: 'Passkey',
  ...providerNames,
} as const

/** What the second step was done with. */
export const secondFactors = { code: 'code', 'recovery-code': 'recovery code', passkey: 'passkey' } as const

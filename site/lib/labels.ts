import type { WaitingTopic } from '../../contract/admin-dashboard.ts'
import { activityWords, eventWords, itemWords, perReviewed, settingNames } from '../../contract/topic-words.ts'
import type { IconName } from './icons.ts'

/** 'UserRegistered' → 'Account created'. */
export const activityLabel = (type: string) => activityWords.get(type) ?? words(type)

/** 'PrayerSubmitted' → 'Prayer submitted'. */
export const eventLabel = (type: string) => eventWords.get(type) ?? words(type)

/** 'firstName' → 'First name', 'isEmailVerified' → 'Email verified', 'imageUrl' → 'Image URL', 'campaignId' → 'Campaign'. */
export const fieldLabel = (name: string) => words(name.replace(/^is(?=[A-Z])/, '').replace(/(.)Id(?=s?$)/, '$1'))

/** 'eventInvitations' → 'Event invitations', 'hate_speech' → 'Hate speech', 'prayer-community' → 'Prayer community'. */
export const codeLabel = (code: string) => words(code.replaceAll(/[-_]/g, ' '))

/** The subject of a history: 'prayer 7', or 'the gene pool', which exists once. */
export const historyName = (topic: string, id: number): string =>
  Object.hasOwn(settingNames, topic)
    ? settingNames[topic as keyof typeof settingNames]
    : `${itemWords.get(topic)} ${id}`

/** Campaign activities that may explain a curve. */
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
  withdrawn: { label: 'Withdrawn', badge: 'badge' },
} as const

/** The state of a person’s submission. */
export const submissionStatus = {
  pending: { label: 'Waiting for review', badge: 'badge badge-waiting' },
  approved: { label: 'On the site', badge: 'badge badge-good' },
  rejected: { label: 'Not posted', badge: 'badge' },
  withdrawn: { label: 'Withdrawn', badge: 'badge' },
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

export const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** An event's category as it is shown: both vocabularies of the campaign's specification have town halls. */
export const eventCategory = (category: string) =>
  category.trim().toLowerCase() === 'townhall' ? 'Town hall' : sentenceCase(category)

const eventTones: { [category: string]: Tone } = { 'town hall': 'blue', summit: 'red', forum: 'green', rally: 'yellow' }

/** Color of an event's category (§4), ignoring case. */
export function eventTone(category: string): Tone {
  const name = eventCategory(category).trim().toLowerCase()
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

const waitingWords = {
  ...perReviewed('topic', ({ item, reviewed: { many } }) => [item, many] as const),
  moderation: ['forum message', 'forum messages'],
  appeals: ['appeal', 'appeals'],
} as const

/** 'prayers', 'forum messages'. */
export const waitingNames = (topic: WaitingTopic): string => waitingWords[topic][1]

/** '11 prayers', which wait for a decision. */
export function waitingCount(topic: WaitingTopic, count: number): string {
  const [one, many] = waitingWords[topic]
  return counted(count, one, many)
}

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
  pending: { label: 'Pending', badge: 'badge' },
  approved: { label: 'Approved', badge: 'badge badge-blue' },
  rejected: { label: 'Rejected', badge: 'badge badge-bad' },
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
  return sentence.replace(/\b(?:id|ip|url|zip)\b/gi, (word) => word.toUpperCase())
}

/** Sign-in providers. */
export const providerNames = { google: 'Google', facebook: 'Facebook' } as const

/** Ways to sign in. */
export const signInMethods = {
  password: 'Password',
  'magic-link': 'Magic link',
  passkey: 'Passkey',
  ...providerNames,
} as const

/** The kind of second factor that was used. */
export const secondFactors = { code: 'code', 'recovery-code': 'recovery code', passkey: 'passkey' } as const

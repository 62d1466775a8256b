import type { EmailCampaign, EmailCampaignStatus } from '../../contract/email-campaigns.ts'
import type { MailPurpose, SegmentId } from '../../contract/email-segments.ts'
import type { IconName } from './icons.ts'
import { mailSwitches } from './mail-switches.ts'

const written = (count: number) => count.toLocaleString('en-US')
const counted = (count: number, one: string, many: string) => `${written(count)} ${count === 1 ? one : many}`

/** '1 person', '1,234 people'. */
export const people = (count: number) => counted(count, 'person', 'people')
export const mails = (count: number) => counted(count, 'email', 'emails')

/** Look of a segment: its icon, and its color in email-campaigns/cards.css. */
export const segmentLooks: { [Id in SegmentId]: { name: string; icon: IconName } } = {
  'newsletter-subscribers': { name: 'Newsletter Subscribers', icon: 'mail' },
  'active-volunteers': { name: 'Active Volunteers', icon: 'people' },
  donors: { name: 'Donors', icon: 'heart' },
  'prayer-community': { name: 'Prayer Community', icon: 'candle' },
  'highly-engaged': { name: 'Highly Engaged', icon: 'bolt' },
  'new-supporters': { name: 'New Supporters', icon: 'sprout' },
  'inactive-supporters': { name: 'Inactive Supporters', icon: 'moon' },
}

export const segmentNames = (ids: readonly SegmentId[]) => ids.map((id) => segmentLooks[id].name).join(', ')

export const statusBadges: { [Status in EmailCampaignStatus]: { label: string; badge: string } } = {
  draft: { label: 'Draft', badge: 'badge' },
  scheduled: { label: 'Scheduled', badge: 'badge badge-blue' },
  sending: { label: 'Sending', badge: 'badge badge-blue' },
  paused: { label: 'Paused', badge: 'badge badge-waiting' },
  sent: { label: 'Sent', badge: 'badge badge-good' },
  cancelled: { label: 'Cancelled', badge: 'badge' },
  failed: { label: 'Failed', badge: 'badge badge-bad' },
}

export const kindLabels: { [Kind in EmailCampaign['kind']]: string } = {
  'volunteer-update': 'Volunteer Update',
  'donor-thank-you': 'Donor Appreciation',
  're-engagement': 'Re-engagement',
  composed: 'Composed',
  welcome: 'Welcome series',
}

const leftOutWords: { [reason: string]: string } = {
  erased: 'erased',
  deleted: 'closed account',
  banned: 'banned',
  unsubscribed: 'unsubscribed',
  complained: 'marked us as spam',
  bounced: 'bouncing address',
  switchedOff: 'turned these emails off',
  unconfirmed: 'never confirmed their address',
  cancelled: 'cancelled',
  outbox: 'in the development outbox',
}

/** Noun that people are counted as, if there is one. */
const leftOutPlurals: { [reason: string]: string } = { deleted: 'closed accounts', bounced: 'bouncing addresses' }

/** Why people get no mail, after their number: '8 unsubscribed', '2 closed accounts'. */
export const leftOutReason = (reason: string, count = 1) =>
  (count === 1 ? undefined : leftOutPlurals[reason]) ?? leftOutWords[reason] ?? reason

/** '12 left out: 8 unsubscribed, 4 banned.'; null when everyone gets it. */
export function leftOutSentence(leftOut: { [reason: string]: number | undefined }): string | null {
  const counts = Object.entries(leftOut).flatMap(([reason, count = 0]) => (count > 0 ? [{ reason, count }] : []))
  if (counts.length === 0) return null
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return `${written(total)} left out: ${counts.map(({ reason, count }) => `${written(count)} ${leftOutReason(reason, count)}`).join(', ')}.`
}

const either = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** 'Campaign news or Event invitations', as in Settings. */
export const switchNames = (names: readonly MailPurpose[]) =>
  either.format(mailSwitches.filter(({ name }) => names.includes(name)).map(({ label }) => label))

/**
 * 'People who turned off Campaign news in Settings don’t get it (12 here).'; `switchedOff`: how many of its segments they
 * are, null where that is not known.
 */
export function obeyedSentence(obeys: readonly MailPurpose[], switchedOff: number | null): string {
  const here = switchedOff === null ? '' : switchedOff === 0 ? ' (none here)' : ` (${written(switchedOff)} here)`
  return `People who turned off ${switchNames(obeys)} in Settings don’t get it${here}.`
}

/** 'about 3 minutes left'. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `about ${counted(minutes, 'minute', 'minutes')} left`
  return `about ${counted(Math.round(minutes / 60), 'hour', 'hours')} left`
}

/** '12.5 emails a second', '340 emails a second'. */
export const mailRate = (rate: number) =>
  `${rate.toLocaleString('en-US', { maximumFractionDigits: rate < 20 ? 1 : 0 })} emails a second`

/** Share of an email campaign that is done, 0 to 100; 100 only when no recipient waits. */
export function percentDone({ recipients, waiting }: { recipients: number; waiting: number }): number {
  if (recipients === 0) return 100
  return Math.floor((100 * (recipients - waiting)) / recipients)
}

/** '12.4%' of a whole; null when the whole is 0. */
export const share = (part: number, whole: number): string | null =>
  whole === 0 ? null : `${((100 * part) / whole).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`

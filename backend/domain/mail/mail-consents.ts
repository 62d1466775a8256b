import { day } from '../../../records/durations.ts'
import { isFinalBounce, type MailChoices, type MailedTo, type Suppression } from '../../../records/mail.ts'
import { type Decider, DomainError, type Fact } from '../../kernel/eventlog/decider.ts'
import type { Bounce } from './bounces.ts'

/** The way the person told staff that they want no mail. */
export type UnsubscribeSource = 'by phone' | 'in person' | 'by letter'
/** Absent: they used the link in an email, or their mail program or provider did so for them. */
type Unsubscribe = MailedTo & { at: string; source?: UnsubscribeSource | undefined }
/** Why staff mail an address again that bounced. */
export type LiftReason = 'works again' | 'blocked us' | 'mistake'
type Lift = { subject: string; reason: LiftReason; at: string }
/** `isNew`: the address joined the list within the last day. */
type Ask = { subject: string; at: string; isNew: boolean }
/** `askedAt`: the time of the sign-up that the email with the button answered. */
type Renewal = { subject: string; askedAt: string; at: string }
/** `at`: ISO 8601, UTC. */
type BounceReport = MailedTo & Bounce & { at: string }
type Complaint = MailedTo & { at: string }
/** When the mail that a report is about was sent, where that is known. */
type Sent = { sentAt?: string | undefined }
/** Why staff mail a person again whose complaint was reported. */
export type ComplaintLiftReason = 'not theirs' | 'mistake' | 'wants mail'
type ComplaintLift = { subject: string; reason: ComplaintLiftReason; at: string }
type Choice = { subject: string } & MailChoices
type Confirmation = { subject: string; at: string }
/** Statement of a list about a person besides that they want no mail; absent: nothing else. */
export type ListedReason = 'bounced' | 'complained'
/** A row of a list of people who said no elsewhere. */
type ImportedUnsubscribe = { subject: string; importId: string; at: string; reason?: ListedReason | undefined }

/** `engagements`: sources of what the person took part in with the old address, `previousSubject`. */
type Move = { subject: string; email: string; previousSubject: string; engagements: string[] }

export type MailConsentCommand =
  | Fact<'UnsubscribeFromMail', Unsubscribe>
  | Fact<'ResubscribeToMail', MailedTo>
  | Fact<'LiftMailBounce', Lift>
  /** A visitor entered the address once more. */
  | Fact<'AskForMailAgain', Ask>
  /** The person pressed the button behind the link in the email that answers this. */
  | Fact<'RenewMailConsent', Renewal>
  | Fact<'LiftMailComplaint', ComplaintLift>
  /** Staff decide that a complaint that waits for them came from the person. */
  | Fact<'ConfirmMailComplaint', { subject: string }>
  | Fact<'ReportMailBounce', BounceReport & Sent>
  /** `isDoubted`: no server vouches for the sender of the report. */
  | Fact<'ReportMailComplaint', Complaint & Sent & { isDoubted?: boolean | undefined }>
  | Fact<'ChooseMail', Choice>
  /** The person used the link in an email to the address. */
  | Fact<'ConfirmMailAddress', Confirmation>
  /** The account of the person proved this address, and another one before. */
  | Fact<'MoveMailAddress', Move>
  | Fact<'ImportMailOptOut', ImportedUnsubscribe>
  /** The import was undone. What the person said themselves stays. */
  | Fact<'WithdrawMailOptOut', Omit<ImportedUnsubscribe, 'at' | 'reason'>>

export type MailConsentEvent =
  | Fact<'MailUnsubscribed', Unsubscribe>
  | Fact<'MailResubscribed', MailedTo>
  | Fact<'MailBounceLifted', Lift>
  /** The address signed up again, and may have been entered by anyone. */
  | Fact<'MailAskedForAgain', { subject: string; at: string }>
  | Fact<'MailConsentRenewed', Renewal>
  /** `softInARow`: number of consecutive soft bounces, this one included; 0 for a hard one. */
  | Fact<'MailBounced', BounceReport & { softInARow: number }>
  | Fact<'MailComplained', Complaint>
  /** It waits for staff, and stops no mail. */
  | Fact<'MailComplaintHeld', Complaint>
  | Fact<'MailComplaintLifted', ComplaintLift>
  | Fact<'MailChoicesChanged', Choice>
  | Fact<'MailAddressConfirmed', Confirmation>
  | Fact<'MailAddressMoved', Move>
  | Fact<'MailOptOutImported', ImportedUnsubscribe>
  | Fact<'MailOptOutWithdrawn', Omit<ImportedUnsubscribe, 'at'>>

export type MailConsent = {
  unsubscribed: Suppression | null
  /** By imports of people who said no elsewhere, each of which said more than what was known. */
  imported: readonly (Suppression & { importId: string })[]
  complained: Suppression | null
  /** A complaint that waits for staff. */
  held: { at: string; campaignId: number | null } | null
  bounced: Suppression | null
  lastSoftBounce: { at: string; campaignId: number | null; inARow: number } | null
  /**
   * When staff lifted a bounce or a complaint last, or the person renewed their consent: reports about earlier mail, and
   * earlier ones, no longer count.
   */
  liftedAt: string | null
  /** Times of the sign-ups since the person last decided about mail, the latest last. */
  asks: readonly string[]
  choices: MailChoices
  isConfirmed: boolean
  /** The earlier addresses of this person, by subject. */
  earlier: readonly string[]
}

/** From one soft bounce to the next, if they count together. */
const softBounceMemory = 60 * day
/** Time for which the link in the email that answers a repeated sign-up works. */
const renewalLife = 7 * day
/** As many as a person can get in that time. */
const asksKept = 8
const age = (since: string, at: string) => Date.parse(at) - Date.parse(since)

export const mailConsentStream = (subject: string) => `mail-consent-${subject}`

const listed = ({ imported }: MailConsent, reason: Suppression['reason']): Suppression | null => {
  const found = imported.find((one) => one.reason === reason)
  return found ? { reason, at: found.at, campaignId: null } : null
}

/** Only one reason is shown: the person’s own choice comes before the mail server’s reply. */
export const suppressionIn = (consent: MailConsent): Suppression | null =>
  consent.complained ??
  listed(consent, 'complained') ??
  consent.unsubscribed ??
  listed(consent, 'unsubscribed') ??
  consent.bounced ??
  listed(consent, 'bounced')

/** Wish that the person stated, here or elsewhere, and not their mail server. */
export const wishIn = (consent: MailConsent): Suppression | null =>
  suppressionIn({ ...consent, bounced: null, imported: consent.imported.filter(({ reason }) => reason !== 'bounced') })

/** The stricter reason counts. */
export const strictness = { bounced: 1, unsubscribed: 2, complained: 3 } as const satisfies {
  [Reason in Suppression['reason']]: number
}

/** A list counts where it says more than what is known. */
function decideListed(data: ImportedUnsubscribe, consent: MailConsent): MailConsentEvent[] {
  const known = suppressionIn(consent)
  const isMore = known === null || strictness[data.reason ?? 'unsubscribed'] > strictness[known.reason]
  return isMore ? [{ type: 'MailOptOutImported', data }] : []
}

function decideWithdrawal(importId: string, subject: string, { imported }: MailConsent): MailConsentEvent[] {
  return imported
    .filter((one) => one.importId === importId)
    .map(({ reason }) => ({
      type: 'MailOptOutWithdrawn',
      data: { subject, importId, ...(reason !== 'unsubscribed' && { reason }) },
    }))
}

const choicesOf = (choice: MailChoices): MailChoices => ({
  campaignNews: choice.campaignNews,
  volunteerOpportunities: choice.volunteerOpportunities,
  eventInvitations: choice.eventInvitations,
  emailUpdates: choice.emailUpdates,
})

const isSame = (a: MailChoices, b: MailChoices) => JSON.stringify(choicesOf(a)) === JSON.stringify(choicesOf(b))

const isBeforeLift = ({ liftedAt }: MailConsent, at: string | undefined) =>
  liftedAt !== null && at !== undefined && age(liftedAt, at) <= 0

function decideBounce({ sentAt, ...bounce }: BounceReport & Sent, consent: MailConsent): MailConsentEvent[] {
  const { bounced, lastSoftBounce } = consent
  if (bounced || isBeforeLift(consent, sentAt) || isBeforeLift(consent, bounce.at)) return []
  if (bounce.kind === 'hard') return [{ type: 'MailBounced', data: { ...bounce, softInARow: 0 } }]
  if (lastSoftBounce?.campaignId === bounce.campaignId) return []
  const isRecent = lastSoftBounce !== null && age(lastSoftBounce.at, bounce.at) <= softBounceMemory
  return [{ type: 'MailBounced', data: { ...bounce, softInARow: (isRecent ? lastSoftBounce.inARow : 0) + 1 } }]
}

/** A complaint that is not surely the person's own, or about mail that staff have decided about, waits for staff. */
function decideComplaint(
  { sentAt, isDoubted = false, ...complaint }: Extract<MailConsentCommand, { type: 'ReportMailComplaint' }>['data'],
  consent: MailConsent,
): MailConsentEvent[] {
  const isOld = isBeforeLift(consent, sentAt)
  if (consent.complained || (isDoubted && isOld)) return []
  if (!isDoubted && !isOld) return [{ type: 'MailComplained', data: complaint }]
  return consent.held ? [] : [{ type: 'MailComplaintHeld', data: complaint }]
}

const noLift = {
  complained: 'They reported our mail as spam. If that was not them, or a mistake, lift the complaint instead.',
  unsubscribed: 'They unsubscribed. Only they can start our mail again: ask them to sign up on the website.',
}

/** Staff may forgive a mail server, but never overrule the person. */
function decideLift(lift: Lift, consent: MailConsent): MailConsentEvent[] {
  const reason = suppressionIn(consent)?.reason
  if (reason === 'complained' || reason === 'unsubscribed') throw new DomainError('conflict', noLift[reason])
  return reason === 'bounced' ? [{ type: 'MailBounceLifted', data: lift }] : []
}

/** Once a day, so that a stranger who enters an address over and over causes one email. */
function decideAsk({ isNew, ...ask }: Ask, consent: MailConsent): MailConsentEvent[] {
  const last = consent.asks.at(-1)
  if (last !== undefined && age(last, ask.at) < day) return []
  return isNew && suppressionIn(consent) === null ? [] : [{ type: 'MailAskedForAgain', data: ask }]
}

function decideRenewal(renewal: Renewal, consent: MailConsent): MailConsentEvent[] {
  const { askedAt, at } = renewal
  if (consent.asks.includes(askedAt) && age(askedAt, at) <= renewalLife)
    return [{ type: 'MailConsentRenewed', data: renewal }]
  if (suppressionIn(consent) === null) return []
  throw new DomainError('conflict', 'This link was used before or is older than seven days.')
}

export const mailConsents: Decider<MailConsent, MailConsentCommand, MailConsentEvent> = {
  initialState: {
    unsubscribed: null,
    imported: [],
    complained: null,
    held: null,
    bounced: null,
    lastSoftBounce: null,
    liftedAt: null,
    asks: [],
    choices: { campaignNews: true, volunteerOpportunities: true, eventInvitations: true, emailUpdates: true },
    isConfirmed: false,
    earlier: [],
  },
  decide(command, consent) {
    switch (command.type) {
      case 'UnsubscribeFromMail':
        return consent.unsubscribed ? [] : [{ type: 'MailUnsubscribed', data: command.data }]
      case 'ResubscribeToMail':
        return suppressionIn(consent) ? [{ type: 'MailResubscribed', data: command.data }] : []
      case 'LiftMailBounce':
        return decideLift(command.data, consent)
      case 'AskForMailAgain':
        return decideAsk(command.data, consent)
      case 'RenewMailConsent':
        return decideRenewal(command.data, consent)
      case 'ReportMailBounce':
        return decideBounce(command.data, consent)
      case 'ReportMailComplaint':
        return decideComplaint(command.data, consent)
      case 'LiftMailComplaint':
        return consent.held || consent.complained || listed(consent, 'complained')
          ? [{ type: 'MailComplaintLifted', data: command.data }]
          : []
      case 'ConfirmMailComplaint':
        return consent.held ? [{ type: 'MailComplained', data: { ...command.data, ...consent.held } }] : []
      case 'ChooseMail':
        return isSame(consent.choices, command.data) ? [] : [{ type: 'MailChoicesChanged', data: command.data }]
      case 'ConfirmMailAddress':
        return consent.isConfirmed ? [] : [{ type: 'MailAddressConfirmed', data: command.data }]
      case 'MoveMailAddress': {
        const { previousSubject, engagements } = command.data
        const isKnown = consent.earlier.includes(previousSubject) && engagements.length === 0
        return isKnown ? [] : [{ type: 'MailAddressMoved', data: command.data }]
      }
      case 'ImportMailOptOut':
        return decideListed(command.data, consent)
      case 'WithdrawMailOptOut':
        return decideWithdrawal(command.data.importId, command.data.subject, consent)
    }
  },
  evolve(consent, event) {
    switch (event.type) {
      case 'MailUnsubscribed':
        return { ...consent, asks: [], unsubscribed: because('unsubscribed', event.data) }
      case 'MailComplained':
        return { ...consent, asks: [], held: null, complained: because('complained', event.data) }
      case 'MailComplaintHeld': {
        const { at, campaignId } = event.data
        return { ...consent, held: { at, campaignId } }
      }
      case 'MailComplaintLifted':
        return {
          ...consent,
          imported: consent.imported.filter(({ reason }) => reason !== 'complained'),
          complained: null,
          held: null,
          liftedAt: event.data.at,
        }
      case 'MailBounced': {
        const { at, campaignId, kind, softInARow } = event.data
        const lastSoftBounce = kind === 'soft' ? { at, campaignId, inARow: softInARow } : consent.lastSoftBounce
        const isFinal = isFinalBounce(event.data)
        return { ...consent, lastSoftBounce, bounced: isFinal ? because('bounced', event.data) : consent.bounced }
      }
      // A person who subscribes again reads the mailbox, so it works.
      case 'MailResubscribed':
        return { ...consent, ...wanted }
      case 'MailConsentRenewed':
        return { ...consent, ...wanted, liftedAt: event.data.at, isConfirmed: true }
      case 'MailBounceLifted':
        return {
          ...consent,
          imported: consent.imported.filter(({ reason }) => reason !== 'bounced'),
          bounced: null,
          lastSoftBounce: null,
          liftedAt: event.data.at,
        }
      case 'MailAskedForAgain':
        return { ...consent, asks: [...consent.asks, event.data.at].slice(-asksKept) }
      case 'MailChoicesChanged':
        return { ...consent, choices: choicesOf(event.data) }
      case 'MailAddressConfirmed':
        return { ...consent, isConfirmed: true }
      case 'MailAddressMoved':
        return { ...consent, earlier: [...new Set([...consent.earlier, event.data.previousSubject])] }
      case 'MailOptOutImported': {
        const { at, importId, reason = 'unsubscribed' } = event.data
        return { ...consent, asks: [], imported: [...consent.imported, { reason, at, campaignId: null, importId }] }
      }
      case 'MailOptOutWithdrawn': {
        const { importId } = event.data
        return { ...consent, imported: consent.imported.filter((one) => one.importId !== importId) }
      }
    }
  },
}

/** The part that a person’s own wish for mail leaves of everything that stopped it. */
const wanted = {
  unsubscribed: null,
  imported: [],
  complained: null,
  held: null,
  bounced: null,
  lastSoftBounce: null,
  asks: [],
}

const because = (
  reason: Suppression['reason'],
  { at, campaignId }: { at: string; campaignId: number | null },
): Suppression => ({ reason, at, campaignId })

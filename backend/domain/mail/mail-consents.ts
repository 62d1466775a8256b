import { day } from '../../../records/durations.ts'
import type { MailChoices } from '../../../records/mail.ts'
import { type Decider, DomainError } from '../../kernel/eventlog/decider.ts'
import type { MailConsentCommand, MailConsentEvent } from './mail-consent-events.ts'
import {
  isStricter,
  listedBy,
  noSuppressions,
  type Suppressions,
  suppressionIn,
  suppressionsAfter,
} from './mail-suppressions.ts'

type Asked<Type extends MailConsentCommand['type']> = Extract<MailConsentCommand, { type: Type }>['data']

export type MailConsent = {
  suppressions: Suppressions
  /** A complaint that waits for staff. */
  held: { at: string; campaignId: number | null } | null
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

/** A list counts where it says more than what is known. */
function decideListed(data: Asked<'ImportMailOptOut'>, consent: MailConsent): MailConsentEvent[] {
  const known = suppressionIn(consent.suppressions)
  const isMore = known === null || isStricter(data.reason ?? 'unsubscribed', known.reason)
  return isMore ? [{ type: 'MailOptOutImported', data }] : []
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

function decideBounce({ sentAt, ...bounce }: Asked<'ReportMailBounce'>, consent: MailConsent): MailConsentEvent[] {
  const { suppressions, lastSoftBounce } = consent
  if (suppressions.own.bounced || isBeforeLift(consent, sentAt) || isBeforeLift(consent, bounce.at)) return []
  if (bounce.kind === 'hard') return [{ type: 'MailBounced', data: { ...bounce, softInARow: 0 } }]
  if (lastSoftBounce?.campaignId === bounce.campaignId) return []
  const isRecent = lastSoftBounce !== null && age(lastSoftBounce.at, bounce.at) <= softBounceMemory
  return [{ type: 'MailBounced', data: { ...bounce, softInARow: (isRecent ? lastSoftBounce.inARow : 0) + 1 } }]
}

/** A complaint that is not surely the person's own, or about mail that staff have decided about, waits for staff. */
function decideComplaint(
  { sentAt, isDoubted = false, ...complaint }: Asked<'ReportMailComplaint'>,
  consent: MailConsent,
): MailConsentEvent[] {
  const isOld = isBeforeLift(consent, sentAt)
  if (consent.suppressions.own.complained || (isDoubted && isOld)) return []
  if (!isDoubted && !isOld) return [{ type: 'MailComplained', data: complaint }]
  return consent.held ? [] : [{ type: 'MailComplaintHeld', data: complaint }]
}

const noLift = {
  complained: 'They reported our mail as spam. If that was not them, or a mistake, lift the complaint instead.',
  unsubscribed: 'They unsubscribed. Only they can start our mail again: ask them to sign up on the website.',
}

/** Staff may forgive a mail server, but never overrule the person. */
function decideLift(lift: Asked<'LiftMailBounce'>, consent: MailConsent): MailConsentEvent[] {
  const reason = suppressionIn(consent.suppressions)?.reason
  if (reason === 'complained' || reason === 'unsubscribed') throw new DomainError('conflict', noLift[reason])
  return reason === 'bounced' ? [{ type: 'MailBounceLifted', data: lift }] : []
}

/** Once a day, so that a stranger who enters an address over and over causes one email. */
function decideAsk({ isNew, ...ask }: Asked<'AskForMailAgain'>, consent: MailConsent): MailConsentEvent[] {
  const last = consent.asks.at(-1)
  if (last !== undefined && age(last, ask.at) < day) return []
  return isNew && suppressionIn(consent.suppressions) === null ? [] : [{ type: 'MailAskedForAgain', data: ask }]
}

function decideRenewal(renewal: Asked<'RenewMailConsent'>, consent: MailConsent): MailConsentEvent[] {
  const { askedAt, at } = renewal
  if (consent.asks.includes(askedAt) && age(askedAt, at) <= renewalLife)
    return [{ type: 'MailConsentRenewed', data: renewal }]
  if (suppressionIn(consent.suppressions) === null) return []
  throw new DomainError('conflict', 'This link was used before or is older than seven days.')
}

export const mailConsents: Decider<MailConsent, MailConsentCommand, MailConsentEvent> = {
  initialState: {
    suppressions: noSuppressions,
    held: null,
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
        return consent.suppressions.own.unsubscribed ? [] : [{ type: 'MailUnsubscribed', data: command.data }]
      case 'ResubscribeToMail':
        return suppressionIn(consent.suppressions) ? [{ type: 'MailResubscribed', data: command.data }] : []
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
        return consent.held || suppressionIn(consent.suppressions)?.reason === 'complained'
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
        return listedBy(command.data.importId, consent.suppressions).map((said) => ({
          type: 'MailOptOutWithdrawn',
          data: { ...command.data, ...said },
        }))
    }
  },
  evolve: (consent, event) => ({
    ...consent,
    ...besides(consent, event),
    suppressions: suppressionsAfter(consent.suppressions, event),
  }),
}

/** Changes by an event besides what stops the mail. */
function besides(consent: MailConsent, event: MailConsentEvent): Partial<MailConsent> {
  switch (event.type) {
    case 'MailUnsubscribed':
    case 'MailOptOutImported':
      return { asks: [] }
    case 'MailComplained':
      return { asks: [], held: null }
    case 'MailComplaintHeld':
      return { held: { at: event.data.at, campaignId: event.data.campaignId } }
    case 'MailComplaintLifted':
      return { held: null, liftedAt: event.data.at }
    case 'MailBounced': {
      const { at, campaignId, kind, softInARow } = event.data
      return kind === 'soft' ? { lastSoftBounce: { at, campaignId, inARow: softInARow } } : {}
    }
    case 'MailResubscribed':
      return wanted
    case 'MailConsentRenewed':
      return { ...wanted, liftedAt: event.data.at, isConfirmed: true }
    case 'MailBounceLifted':
      return { lastSoftBounce: null, liftedAt: event.data.at }
    case 'MailAskedForAgain':
      return { asks: [...consent.asks, event.data.at].slice(-asksKept) }
    case 'MailChoicesChanged':
      return { choices: choicesOf(event.data) }
    case 'MailAddressConfirmed':
      return { isConfirmed: true }
    case 'MailAddressMoved':
      return { earlier: [...new Set([...consent.earlier, event.data.previousSubject])] }
    case 'MailOptOutWithdrawn':
      return {}
  }
}

const wanted = { held: null, lastSoftBounce: null, asks: [] }

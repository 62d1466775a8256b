import type { Bounce } from './bounces.ts'
import type { Decider, Fact } from './decider.ts'

/** What a person without an account wants to hear about; people with one have `Preferences`. */
export type MailChoices = {
  campaignNews: boolean
  volunteerOpportunities: boolean
  eventInvitations: boolean
  emailUpdates: boolean
}

/** `campaignId`: the campaign that the email belonged to; null for other mail. */
type About = { subject: string; campaignId: number | null }
/** `at`: ISO 8601, UTC. */
type BounceReport = About & Bounce & { at: string }
type Complaint = About & { at: string }
type Choice = { subject: string } & MailChoices
type Confirmation = { subject: string; at: string }
/** A row of a list of people who said no elsewhere. */
type OptOut = { subject: string; importId: string; at: string }

export type MailConsentCommand =
  | Fact<'UnsubscribeFromMail', About & { at: string }>
  | Fact<'ResubscribeToMail', About>
  | Fact<'ReportMailBounce', BounceReport>
  | Fact<'ReportMailComplaint', Complaint>
  | Fact<'ChooseMail', Choice>
  /** The person used the link in an email to the address. */
  | Fact<'ConfirmMailAddress', Confirmation>
  | Fact<'ImportMailOptOut', OptOut>
  /** The import was undone. What the person said themselves stays. */
  | Fact<'WithdrawMailOptOut', Omit<OptOut, 'at'>>

export type MailConsentEvent =
  | Fact<'MailUnsubscribed', About & { at: string }>
  | Fact<'MailResubscribed', About>
  /** `softInARow`: number of consecutive soft bounces, this one included; 0 for a hard one. */
  | Fact<'MailBounced', BounceReport & { softInARow: number }>
  | Fact<'MailComplained', Complaint>
  | Fact<'MailChoicesChanged', Choice>
  | Fact<'MailAddressConfirmed', Confirmation>
  | Fact<'MailOptOutImported', OptOut>
  | Fact<'MailOptOutWithdrawn', Omit<OptOut, 'at'>>

/** Why a person gets no campaign mail. */
export type Suppression = {
  reason: 'unsubscribed' | 'bounced' | 'complained'
  at: string
  campaignId: number | null
}

export type MailConsent = {
  unsubscribed: Suppression | null
  /** By an import of people who said no elsewhere; `importId`: the one that said so first. */
  optedOut: (Suppression & { importId: string }) | null
  complained: Suppression | null
  bounced: Suppression | null
  lastSoftBounce: { at: string; campaignId: number | null; inARow: number } | null
  choices: MailChoices
  isConfirmed: boolean
}

/**
 * A full mailbox alone is no reason to stop, but one that stays full is: five soft bounces, each from another campaign
 * and at most 60 days after the one before. A campaign that bounces twice counts once, because servers retry.
 */
const softBouncesAllowed = 4
const softBounceMemory = 60 * 24 * 60 * 60 * 1000 // ms

export const mailConsentStream = (subject: string) => `mail-consent-${subject}`

/** Only one reason is shown: the person’s own choice comes before the mail server’s reply. */
export const suppressionIn = ({ complained, unsubscribed, optedOut, bounced }: MailConsent): Suppression | null => {
  if (complained || unsubscribed || optedOut === null) return complained ?? unsubscribed ?? bounced
  const { importId: _, ...suppression } = optedOut
  return suppression
}

const choicesOf = (choice: MailChoices): MailChoices => ({
  campaignNews: choice.campaignNews,
  volunteerOpportunities: choice.volunteerOpportunities,
  eventInvitations: choice.eventInvitations,
  emailUpdates: choice.emailUpdates,
})

const isSame = (a: MailChoices, b: MailChoices) => JSON.stringify(choicesOf(a)) === JSON.stringify(choicesOf(b))

function decideBounce(bounce: BounceReport, { bounced, lastSoftBounce }: MailConsent): MailConsentEvent[] {
  if (bounced) return []
  if (bounce.kind === 'hard') return [{ type: 'MailBounced', data: { ...bounce, softInARow: 0 } }]
  if (lastSoftBounce?.campaignId === bounce.campaignId) return []
  const age = lastSoftBounce ? Date.parse(bounce.at) - Date.parse(lastSoftBounce.at) : 0
  const before = lastSoftBounce && age <= softBounceMemory ? lastSoftBounce.inARow : 0
  return [{ type: 'MailBounced', data: { ...bounce, softInARow: before + 1 } }]
}

export const mailConsents: Decider<MailConsent, MailConsentCommand, MailConsentEvent> = {
  initialState: {
    unsubscribed: null,
    optedOut: null,
    complained: null,
    bounced: null,
    lastSoftBounce: null,
    choices: { campaignNews: true, volunteerOpportunities: true, eventInvitations: true, emailUpdates: true },
    isConfirmed: false,
  },
  decide(command, consent) {
    switch (command.type) {
      case 'UnsubscribeFromMail':
        return consent.unsubscribed ? [] : [{ type: 'MailUnsubscribed', data: command.data }]
      case 'ResubscribeToMail':
        return suppressionIn(consent) ? [{ type: 'MailResubscribed', data: command.data }] : []
      case 'ReportMailBounce':
        return decideBounce(command.data, consent)
      case 'ReportMailComplaint':
        return consent.complained ? [] : [{ type: 'MailComplained', data: command.data }]
      case 'ChooseMail':
        return isSame(consent.choices, command.data) ? [] : [{ type: 'MailChoicesChanged', data: command.data }]
      case 'ConfirmMailAddress':
        return consent.isConfirmed ? [] : [{ type: 'MailAddressConfirmed', data: command.data }]
      case 'ImportMailOptOut':
        return consent.complained || consent.unsubscribed || consent.optedOut
          ? []
          : [{ type: 'MailOptOutImported', data: command.data }]
      case 'WithdrawMailOptOut':
        return consent.optedOut?.importId === command.data.importId
          ? [{ type: 'MailOptOutWithdrawn', data: command.data }]
          : []
    }
  },
  evolve(consent, event) {
    switch (event.type) {
      case 'MailUnsubscribed':
        return { ...consent, unsubscribed: because('unsubscribed', event.data) }
      case 'MailComplained':
        return { ...consent, complained: because('complained', event.data) }
      case 'MailBounced': {
        const { at, campaignId, kind, softInARow } = event.data
        const lastSoftBounce = kind === 'soft' ? { at, campaignId, inARow: softInARow } : consent.lastSoftBounce
        const isFinal = kind === 'hard' || softInARow > softBouncesAllowed
        return { ...consent, lastSoftBounce, bounced: isFinal ? because('bounced', event.data) : consent.bounced }
      }
      // A person who subscribes again reads the mailbox, so it works.
      case 'MailResubscribed':
        return { ...consent, unsubscribed: null, optedOut: null, complained: null, bounced: null, lastSoftBounce: null }
      case 'MailChoicesChanged':
        return { ...consent, choices: choicesOf(event.data) }
      case 'MailAddressConfirmed':
        return { ...consent, isConfirmed: true }
      case 'MailOptOutImported': {
        const { at, importId } = event.data
        return { ...consent, optedOut: { reason: 'unsubscribed', at, campaignId: null, importId } }
      }
      case 'MailOptOutWithdrawn':
        return { ...consent, optedOut: null }
    }
  },
}

const because = (
  reason: Suppression['reason'],
  { at, campaignId }: { at: string; campaignId: number | null },
): Suppression => ({ reason, at, campaignId })

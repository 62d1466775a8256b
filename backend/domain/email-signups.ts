import type { consent } from '../../records/consent.ts'
import { emailSignup } from '../../records/email-signups.ts'
import { erasedEmail } from '../../records/fields.ts'
import type { HandEntry, MaybeByHand } from '../../records/hand-entry.ts'
import { columnLimits } from '../../records/kept-columns.ts'
import type { Origin } from '../../records/origins.ts'
import { type Correction, completed, isSame, type Values, valuesIn } from '../../records/values.ts'
import { type Decider, DomainError, type Fact } from '../kernel/eventlog/decider.ts'

type Id = { emailSignupId: number; subject: string }
type Signup = Id & Values<typeof emailSignup>
/** A form or a file leaves out what it does not ask for. */
type Said = Id & Correction<typeof emailSignup>

/** `isOwn`: the person signed up by themselves under the old address, `previousSubject`. */
type Move = Signup & { previousSubject: string; isOwn: boolean }
type Left = { emailSignupId: number; subject: string; keptId: number }

export type EmailSignupCommand =
  | Fact<'JoinMailingList', Said & Origin>
  /** By staff, such as from a paper sheet that the person signed. */
  | Fact<'EnterEmailSignup', Said & HandEntry>
  | Fact<'ImportEmailSignup', Said & Values<typeof consent>>
  /** The account of the person proved this address and had the sign-up under another. */
  | Fact<'ReceiveEmailSignup', Move>
  /** Its other half, in the stream of the old address. `keptId`: the sign-up that stands for the person now. */
  | Fact<'LeaveEmailSignup', Left>
  /** Takes back what the event with this revision did, unless something else has done so. */
  | Fact<'UndoEmailSignupImport', { revision: number }>
export type EmailSignupEvent =
  | Fact<'MailingListJoined', Signup & MaybeByHand & Origin>
  /** By an import: the person agreed elsewhere, and before. */
  | Fact<'EmailSignupImported', Signup & Values<typeof consent>>
  /** `isOwn`: the person signed up by themselves, or staff entered them by hand, after an import had brought them. */
  | Fact<'EmailSignupCorrected', Signup & { isOwn?: true | undefined } & MaybeByHand & Origin>
  | Fact<'EmailSignupAddressMoved', Move>
  /** Where the new address had signed up too, that sign-up stays and this one ends. */
  | Fact<'EmailSignupAddressLeft', Left>
  | Fact<'EmailSignupRemoved', { emailSignupId: number; subject: string }>

/**
 * `subject` is who joined last: after an erasure the same address has a new subject and may join again. `steps`: what each
 * event found, by its revision; `last`: the revision that set the details. `isOwn`: the person signed up by themselves.
 */
type EmailSignup = {
  subject: string | null
  signup: Signup | null
  steps: readonly (Signup | null | undefined)[]
  last: number
  isOwn: boolean
}

/** One stream per address, named by its keyed hash, so that each address joins only once. */
export const emailSignupStream = (emailHash: string) => `email-signup-${emailHash}`

/** Why a row is refused although nothing is wrong with it. */
export const personErased = 'The data of this person was erased, so an import does not bring them back.'

export const emailSignups: Decider<EmailSignup, EmailSignupCommand, EmailSignupEvent> = {
  initialState: { subject: null, signup: null, steps: [], last: -1, isOwn: false },
  decide(command, { subject, signup, steps, last, isOwn }) {
    switch (command.type) {
      case 'JoinMailingList':
      case 'EnterEmailSignup': {
        const { data } = command
        const said = valuesIn(emailSignup, data)
        if (subject !== data.subject || signup === null)
          return [{ type: 'MailingListJoined', data: { ...data, ...said } }]
        if (isOwn) return []
        const details = completed(emailSignup, signup, said)
        return [{ type: 'EmailSignupCorrected', data: { ...data, ...signup, ...details, isOwn: true } }]
      }
      case 'ImportEmailSignup': {
        const { data } = command
        if (subject !== null && subject !== data.subject) throw new DomainError('conflict', personErased)
        const said = valuesIn(emailSignup, data)
        if (signup === null) return [{ type: 'EmailSignupImported', data: { ...data, ...said } }]
        // Blank cells take nothing away, and an address in other letters is the same.
        const details = completed(emailSignup, { ...said, email: signup.email }, signup)
        return isSame(emailSignup, signup, details)
          ? []
          : [{ type: 'EmailSignupCorrected', data: { ...signup, ...details } }]
      }
      case 'ReceiveEmailSignup':
        return decideMove(command.data, { signup, isOwn })
      case 'LeaveEmailSignup': {
        const { data } = command
        const isHere = signup?.subject === data.subject && signup.emailSignupId === data.emailSignupId
        return isHere ? [{ type: 'EmailSignupAddressLeft', data }] : []
      }
      case 'UndoEmailSignupImport': {
        const before = steps[command.data.revision]
        if (signup === null || before === undefined || signup.email === erasedEmail) return []
        const { emailSignupId } = signup
        if (before === null)
          return isOwn ? [] : [{ type: 'EmailSignupRemoved', data: { emailSignupId, subject: signup.subject } }]
        return last === command.data.revision ? [{ type: 'EmailSignupCorrected', data: before }] : []
      }
    }
  },
  evolve({ subject: before, signup, steps, isOwn }, event) {
    switch (event.type) {
      case 'MailingListJoined':
      case 'EmailSignupImported':
      case 'EmailSignupCorrected':
      case 'EmailSignupAddressMoved': {
        const { emailSignupId, subject } = event.data
        const now = { emailSignupId, subject, ...valuesIn(emailSignup, event.data) }
        return {
          subject,
          signup: now,
          steps: [...steps, signup],
          last: steps.length,
          isOwn: isNowOwn(event, isOwn),
        }
      }
      case 'EmailSignupAddressLeft':
      case 'EmailSignupRemoved':
        return {
          subject: before,
          signup: null,
          steps: Array.from({ length: steps.length + 1 }, () => undefined),
          last: -1,
          isOwn: false,
        }
    }
  },
}

/** Lists of two addresses may say more than one sign-up holds: some of what the one that goes adds is left out then. */
const asManyAsFit = (details: Values<typeof emailSignup>): Values<typeof emailSignup> => ({
  ...details,
  tags: details.tags?.slice(-emailSignup.tags.maxTexts) ?? null,
  furtherColumns: details.furtherColumns?.slice(-columnLimits.columns) ?? null,
})

/** One sign-up stays: the one that the new address had already, with what the other knew. */
function decideMove(move: Move, { signup, isOwn }: Pick<EmailSignup, 'signup' | 'isOwn'>): EmailSignupEvent[] {
  if (signup?.subject !== move.subject) return [{ type: 'EmailSignupAddressMoved', data: move }]
  const details = asManyAsFit(completed(emailSignup, signup, move))
  const becomesOwn = move.isOwn && !isOwn
  if (isSame(emailSignup, signup, details) && !becomesOwn) return []
  return [
    { type: 'EmailSignupCorrected', data: { ...signup, ...details, ...(becomesOwn && { isOwn: true as const }) } },
  ]
}

type SettingEvent = Exclude<EmailSignupEvent, { type: 'EmailSignupRemoved' | 'EmailSignupAddressLeft' }>

function isNowOwn(event: SettingEvent, isOwn: boolean): boolean {
  if (event.type === 'EmailSignupCorrected') return isOwn || event.data.isOwn === true
  if (event.type === 'EmailSignupAddressMoved') return event.data.isOwn
  return event.type === 'MailingListJoined'
}

import { donation as donationRecord } from '../../records/donations.ts'
import { erasedEmail } from '../../records/fields.ts'
import type { HandEntry, MaybeByHand } from '../../records/hand-entry.ts'
import { type Correction, isSame, type Values, valuesIn } from '../../records/values.ts'
import { type Decider, DomainError, type Fact } from '../kernel/eventlog/decider.ts'

/** `amount`: cents. `donatedAt`: ISO 8601, UTC. */
export type DonationDetails = Values<typeof donationRecord>
/** `subject`: the person behind the email address, which a correction may change. */
type Donation = { donationId: number; subject: string } & DonationDetails
/** `fileHash`: SHA-256 of the file. The numbers are of its rows. */
type DonationFile = {
  importId: string
  fileHash: string
  rows: number
  added: number
  changed: number
  repeated: number
  refused: number
}

/** `refundKey`: what identifies a refund of this donation. `amount`: cents, above zero. */
export type Refund = { refundKey: string; amount: number; refundedAt: string }
type Refunded = { donationId: number; subject: string; refundKey: string } & Left
/** `left`: what was given, without all refunds. Cents. */
type Left = { left: number }

export type DonationCommand =
  | Fact<'ImportDonation', Donation>
  /** By staff, such as a check that came by mail. */
  | Fact<'EnterDonation', Pick<Donation, 'donationId' | 'subject'> & Correction<typeof donationRecord> & HandEntry>
  | Fact<'RefundDonation', Refund>
  /** Takes back what the event with this revision did, unless something else has done so. */
  | Fact<'UndoDonationImport', { revision: number }>
export type DonationEvent =
  /** From a file, or by hand. */
  | Fact<'DonationImported', Donation & MaybeByHand>
  | Fact<'DonationCorrected', Donation>
  | Fact<'DonationRefunded', Refunded & Refund>
  | Fact<'DonationRefundWithdrawn', Refunded & { amount: number }>
  /**
   * Its import was undone; the same donation may be imported again. `refundKeys`: of the refunds that go with it; absent: all of
   * them, in events of earlier releases or where there are very many.
   */
  | Fact<'DonationRemoved', { donationId: number; subject: string; refundKeys?: string[] | undefined }>

/** By an admin of an earlier release; since then a file is a `FileImportStarted`. */
export type DonationImportEvent = Fact<'DonationFileImported', DonationFile>

/**
 * One stream per donation, named by the keyed hash of what identifies it in any file, so that a repeated row finds its
 * donation again.
 */
export const donationStream = (keyHash: string) => `donation-${keyHash}`

/**
 * Identity of a donation: the payment id, or else the donor, amount and time. Addresses ignore case; payment ids do
 * not.
 */
export const donationKey = ({
  paymentId,
  email,
  amount,
  donatedAt,
}: Pick<DonationDetails, 'paymentId' | 'email' | 'amount' | 'donatedAt'>): string =>
  paymentId === null ? `gift ${email.toLowerCase()} ${amount} ${donatedAt}` : `payment ${paymentId}`

/** The same for a further gift under a number that a monthly series shares; `day` like '2026-02-09', as the donor saw it. */
export const seriesKey = (paymentId: string, day: string): string => `payment ${paymentId} ${day}`

/** The same for the `nth` of equal gifts, of which no id says that they are one; the first has the key of `donationKey`. */
export const equalGiftKey = (details: DonationDetails, nth: number): string =>
  nth === 1 ? donationKey(details) : `${donationKey(details)} ${nth}`

/** Why a well-formed row is refused. */
export const donorErased = 'This donor’s data was erased, so the donation cannot be imported again.'

type Step = { before: Donation | null; refundKey?: string }
/** `steps`: what each event found, by its revision. `last`: the revision that set the details. */
type KnownDonation = {
  donation: Donation | null
  refunds: readonly { refundKey: string; amount: number }[]
  steps: readonly (Step | undefined)[]
  last: number
}

const leftOf = (amount: number, refunds: KnownDonation['refunds']) =>
  refunds.reduce((left, refund) => left - refund.amount, amount)

function decideImport(data: Donation, { donation: known, refunds }: KnownDonation): DonationEvent[] {
  if (known === null) return [{ type: 'DonationImported', data }]
  if (known.email === erasedEmail) throw new DomainError('conflict', donorErased)
  if (isSame(donationRecord, known, data)) return []
  if (leftOf(data.amount, refunds) < 0) throw new DomainError('conflict', 'More was refunded than this amount.')
  return [{ type: 'DonationCorrected', data: { ...data, donationId: known.donationId } }]
}

function decideRefund(refund: Refund, { donation, refunds }: KnownDonation): DonationEvent[] {
  if (donation === null) throw new DomainError('not_found', 'This donation is not imported yet.')
  if (refunds.some(({ refundKey }) => refundKey === refund.refundKey)) return []
  const left = leftOf(donation.amount, [...refunds, refund])
  if (left < 0) throw new DomainError('conflict', 'More would be refunded than was given.')
  const { donationId, subject } = donation
  return [{ type: 'DonationRefunded', data: { donationId, subject, ...refund, left } }]
}

/** Refunds that the event of a removal names. */
const maxNamed = 50

function decideUndo(revision: number, { donation, refunds, steps, last }: KnownDonation): DonationEvent[] {
  const step = steps[revision]
  if (step === undefined || donation === null || donation.email === erasedEmail) return []
  const { donationId, subject } = donation
  const { before, refundKey } = step
  if (refundKey !== undefined) {
    const refund = refunds.find((refund) => refund.refundKey === refundKey)
    if (refund === undefined) return []
    const left = leftOf(donation.amount, refunds) + refund.amount
    return [{ type: 'DonationRefundWithdrawn', data: { donationId, subject, ...refund, left } }]
  }
  if (before === null) {
    const refundKeys = refunds.length > maxNamed ? undefined : refunds.map((refund) => refund.refundKey)
    return [{ type: 'DonationRemoved', data: { donationId, subject, ...(refundKeys && { refundKeys }) } }]
  }
  if (last !== revision || leftOf(before.amount, refunds) < 0) return []
  return [{ type: 'DonationCorrected', data: before }]
}

/** The gift without what staff said about the entry. */
const giftOf = ({ donationId, subject, ...said }: Donation): Donation => ({
  donationId,
  subject,
  ...valuesIn(donationRecord, said),
})

export const donations: Decider<KnownDonation, DonationCommand, DonationEvent> = {
  initialState: { donation: null, refunds: [], steps: [], last: -1 },
  decide(command, known) {
    switch (command.type) {
      case 'ImportDonation':
        return decideImport(command.data, known)
      case 'EnterDonation':
        if (known.donation?.email === erasedEmail) throw new DomainError('conflict', donorErased)
        if (known.donation !== null) return []
        return [{ type: 'DonationImported', data: { ...command.data, ...valuesIn(donationRecord, command.data) } }]
      case 'RefundDonation':
        return decideRefund(command.data, known)
      case 'UndoDonationImport':
        return decideUndo(command.data.revision, known)
    }
  },
  evolve({ donation, refunds, steps, last }, event) {
    const step: Step = { before: donation }
    const revision = steps.length
    switch (event.type) {
      case 'DonationImported':
      case 'DonationCorrected':
        return { donation: giftOf(event.data), refunds, steps: [...steps, step], last: revision }
      case 'DonationRefunded': {
        const { refundKey, amount } = event.data
        return {
          donation,
          refunds: [...refunds, { refundKey, amount }],
          steps: [...steps, { ...step, refundKey }],
          last,
        }
      }
      case 'DonationRefundWithdrawn': {
        const others = refunds.filter(({ refundKey }) => refundKey !== event.data.refundKey)
        return { donation, refunds: others, steps: [...steps, step], last }
      }
      case 'DonationRemoved':
        // A change of an earlier import to a donation that is gone is not undone later.
        return { donation: null, refunds: [], steps: Array.from({ length: revision + 1 }, () => undefined), last: -1 }
    }
  },
}

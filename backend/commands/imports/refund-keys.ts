import { campaignClock } from '../../../contract/campaign-event-times.ts'
import { week } from '../../../records/durations.ts'
import type { Refund } from '../../domain/donations.ts'
import type { DonationRow } from './donation-cells.ts'

/** The day of the campaign's clock. */
export const dayOf = (at: string) => campaignClock.dateAt(new Date(at))

/** Identity of a refund: its day, if a file says it, and its amount, as no platform numbers it in every file. */
export const refundKey = (at: string | null, amount: number): string =>
  `${at === null ? 'undated' : dayOf(at)} ${amount}`

/** Of a row that is a refund with its day: its payment id and what identifies the refund. Null: it is none. */
export function refundKeyOf({ paymentId, amount, refunded, refundedAt, donatedAt }: DonationRow): string | null {
  if (paymentId === null || (amount > 0 && (refundedAt === null || refunded !== null))) return null
  return `${paymentId} ${refundKey(refundedAt ?? donatedAt, Math.abs(amount))}`
}

/** `day`: null if the file did not say it. `amount`: cents. */
export type EarlierRefund = { key: string; day: string | null; amount: number }

export const earlierRefund = (key: string): EarlierRefund => {
  const [day = '', amount = ''] = key.split(' ')
  return { key, day: day === 'undated' ? null : day, amount: Number(amount) }
}

/** True when a row tells of a refund that an earlier file had, without its day or with another one, as platforms book it later. */
export const mayBe = ({ day, amount }: EarlierRefund, at: string, given: number) =>
  day === null ? given <= amount : given === amount && Math.abs(Date.parse(day) - Date.parse(dayOf(at))) <= week

export const maybeKnown =
  'An earlier file had a refund of this gift that may be this one. If it is another one, import a file with all that was refunded of this gift so far, in a column such as “Amount refunded”.'

/**
 * Amount that a row with the refunds of its gift so far adds to those that are known: `before`, cents. Null: nothing. The sum makes the
 * key of a further one, since two on a day may have one amount.
 */
export function furtherRefund({ refunded, refundedAt, donatedAt }: DonationRow, before: number): Refund | null {
  if (refunded === null || refunded <= before) return null
  const amount = refunded - before
  const at = refundedAt ?? donatedAt
  const key = refundKey(refundedAt, amount)
  return { refundKey: before === 0 ? key : `${key} of ${refunded}`, amount, refundedAt: at }
}

import { z } from 'zod'
import { newTexts } from '../../../contract/record-schemas.ts'
import { donation } from '../../../records/donations.ts'
import type { DonationDetails } from '../../domain/donations.ts'
import { isShortenedId, refundedCents } from '../../domain/imports/payment-cells.ts'
import { centsOf, isForeign, mayBeThousands } from '../../table-files/amounts.ts'
import { keptShape } from './kept-cells.ts'
import { type CellOptions, emailCell, moment, shortened } from './row-cells.ts'

/**
 * `amount`: cents, below zero for a refund. `day`: of the gift, on the campaign's clock. `refunded`: cents of the gift that were
 * refunded until the file was written; null: the file does not say so. `isPaidBack`: a status says that all of it was, and not
 * when. `saysPublic`: some cell says whether the gift is public. `literalAt`: see `ImportMoment`.
 */
export type DonationRow = DonationDetails & {
  day: string
  refundedAt: string | null
  refunded: number | null
  isPaidBack: boolean
  saysPublic: boolean
  literalAt?: string
}

/** Cents; PostgreSQL's largest integer. */
const maxCents = 2_147_483_647

const plainAmount = 'Use dollars and cents above zero, such as 25 or 12.50; a refund is below zero.'
const twoAmounts =
  'This could be dollars and cents or thousands of dollars. Write it with two decimals, such as 1250.00.'
const notDollars = 'This amount isn’t in US dollars. Import it with the dollars received.'

const amount = z.string().transform((text, context) => {
  const cents = centsOf(text)
  if (cents !== null && cents !== 0 && Math.abs(cents) <= maxCents) return cents
  context.addIssue(isForeign(text) ? notDollars : mayBeThousands(text) ? twoAmounts : plainAmount)
  return z.NEVER
})

const texts = newTexts(donation)
const paymentId = texts.paymentId.refine((id) => id === null || !isShortenedId(id), shortened)

const yes = ['yes', 'true', '1', 'y', 'x', 't']
const no = ['no', 'false', '0', 'n', 'f', 'none']

/** Null: an empty cell. */
const yesOrNo = (alsoYes: readonly string[] = []) =>
  z
    .string()
    .default('')
    .transform((cell, context) => {
      const text = cell.trim().toLowerCase()
      if (text === '') return null
      if ([...yes, ...alsoYes].includes(text)) return true
      if (no.includes(text)) return false
      context.addIssue('Use yes or no.')
      return z.NEVER
    })

const dollars = /^(?:|usd|us ?\$|\$|us ?dollars?|dollars?|united states dollars?)$/i

export const notMade = 'This payment was not made, or was paid back. A refund needs its date, or an amount below zero.'

const partlyBack =
  'A part of this gift was refunded, and the file doesn’t say how much. Import a file that does, in a column such as “Amount refunded” or in a row of its own.'

const undated = 'The file doesn’t say when this was refunded, so the refund has the day of its gift.'

type Told = { paymentStatus: string; refundedAt: unknown; refunded: number | null; amount: number }
/** True when the other columns of a row go with what it says of its payment; see `Payment`. */
function agrees({ paymentStatus, refundedAt, refunded, amount }: Told): boolean {
  const isRefund = amount < 0
  const hasAmount = refunded !== null && refunded > 0
  if (paymentStatus === 'failed') return !isRefund && refundedAt !== null
  if (paymentStatus === 'partly') return isRefund || hasAmount || refundedAt === null
  return paymentStatus !== 'refunded' || isRefund || refundedAt !== null || refunded === null || hasAmount
}

/** Content of a row with a donation or a refund. */
export const donationShape = (options: CellOptions) =>
  z
    .object({
      ...texts,
      email: emailCell,
      amount,
      paymentId,
      refundOf: paymentId,
      isPublic: yesOrNo(),
      isAnonymous: yesOrNo(['anonymous', 'private', 'hidden']),
      createdAt: moment(options),
      ...keptShape,
      paymentStatus: z.string().default(''),
      currency: z
        .string()
        .default('')
        .refine((text) => dollars.test(text), notDollars),
      refundedAt: z.union([z.null(), moment(options)]),
      refundedAmount: z.string().default(''),
    })
    .transform(({ refundedAmount, ...row }, context) => {
      if (row.amount < 0 || refundedAmount.trim() === '') return { ...row, refunded: null }
      const refunded = refundedCents(refundedAmount, row.amount)
      if (refunded !== null && refunded <= row.amount) return { ...row, refunded }
      context.addIssue({
        code: 'custom',
        path: ['refundedAmount'],
        message:
          refunded === null
            ? 'Use dollars and cents, such as 12.50, or yes if all of it was refunded.'
            : 'More was refunded than was given.',
      })
      return z.NEVER
    })
    .transform((row, context) => {
      if (agrees(row)) {
        const { paymentStatus, refundedAt, refunded, amount } = row
        const isPaidBack = paymentStatus === 'refunded' && refundedAt === null && refunded === null && amount > 0
        return { ...row, isPaidBack }
      }
      const message = row.paymentStatus === 'partly' ? partlyBack : notMade
      context.addIssue({ code: 'custom', path: ['paymentStatus'], message })
      return z.NEVER
    })
    .transform(({ createdAt, refundedAt, refundOf, paymentStatus, currency: _, isAnonymous, ...row }): DonationRow => {
      if (paymentStatus === 'partly' && row.amount > 0 && !row.refunded && refundedAt === null) options.note(partlyBack)
      if (refundedAt === null && ((row.refunded ?? 0) > 0 || row.isPaidBack)) options.note(undated)
      return {
        ...row,
        paymentId: row.amount < 0 ? (refundOf ?? row.paymentId) : row.paymentId,
        // Who asks not to be named is not named, whatever another column says.
        isPublic: row.isPublic !== false && isAnonymous !== true,
        saysPublic: row.isPublic !== null || isAnonymous !== null,
        donatedAt: createdAt.at,
        day: createdAt.day,
        refundedAt: refundedAt?.at ?? null,
        ...(createdAt.literalAt !== undefined && { literalAt: createdAt.literalAt }),
      }
    })

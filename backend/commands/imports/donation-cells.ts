import { z } from 'zod'
import { nullableText } from '../../../contract/fields.ts'
import type { DonationDetails } from '../../domain/donations.ts'
import { centsOf, isForeign, mayBeThousands } from '../../domain/imports/amounts.ts'
import { isShortenedId, refundedCents } from '../../domain/imports/payment-cells.ts'
import { type CellOptions, moment, nameCells, shortened } from './row-cells.ts'

/**
 * `amount`: cents, below zero for a refund. `day`: of the gift, on the campaign's clock. `refunded`: cents of the gift that were
 * refunded until the file was written; null: the file does not say so.
 */
export type DonationRow = DonationDetails & { day: string; refundedAt: string | null; refunded: number | null }

/** Cents; PostgreSQL's largest integer. */
const mostCents = 2_147_483_647

const plainAmount = 'Use dollars and cents above zero, such as 25 or 12.50; a refund is below zero.'
const twoAmounts =
  'This could be dollars and cents or thousands of dollars. Write it with two decimals, such as 1250.00.'
const notDollars = 'This amount isn’t in US dollars. Import it with the dollars received.'

const amount = z.string().transform((text, context) => {
  const cents = centsOf(text)
  if (cents !== null && cents !== 0 && Math.abs(cents) <= mostCents) return cents
  context.addIssue(isForeign(text) ? notDollars : mayBeThousands(text) ? twoAmounts : plainAmount)
  return z.NEVER
})

const paymentId = nullableText(255).refine((id) => id === null || !isShortenedId(id), shortened)

const yes = ['', 'yes', 'true', '1', 'y']
const no = ['no', 'false', '0', 'n']

const dollars = /^(?:|usd|us ?\$|\$|us ?dollars?|dollars?|united states dollars?)$/i

const notMade = 'This payment was not made, or was paid back. A refund needs its date, or an amount below zero.'

/** What a row with a donation or a refund says. */
export const donationShape = (options: CellOptions) =>
  z
    .object({
      ...nameCells,
      amount,
      address: nullableText(255),
      city: nullableText(100),
      state: nullableText(50),
      zipCode: nullableText(20),
      occupation: nullableText(100),
      employer: nullableText(100),
      paymentId,
      refundOf: paymentId,
      isPublic: z
        .string()
        .default('')
        .transform((text) => text.trim().toLowerCase())
        .refine((text) => [...yes, ...no].includes(text), 'Use yes or no.')
        .transform((text) => yes.includes(text)),
      createdAt: moment(options),
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
    .refine(
      // A refund says so in the same words.
      ({ paymentStatus, refundedAt, refunded, amount }) =>
        paymentStatus === '' ||
        refundedAt !== null ||
        amount < 0 ||
        (paymentStatus === 'refunded' && refunded !== null && refunded > 0),
      { path: ['paymentStatus'], error: notMade },
    )
    .transform(
      ({ createdAt, refundedAt, refundOf, paymentStatus: _, currency: __, ...row }): DonationRow => ({
        ...row,
        paymentId: row.amount < 0 ? (refundOf ?? row.paymentId) : row.paymentId,
        donatedAt: createdAt.at,
        day: createdAt.day,
        refundedAt: refundedAt?.at ?? null,
      }),
    )

import { describe, expect, it } from 'vitest'
import { isShortenedId, paymentOf, refundedCents } from './payment-cells.ts'

describe('a cell', () => {
  it.each([
    ...[
      'Failed',
      'declined',
      'Pending',
      'Canceled',
      'voided',
      'Refunded',
      'Chargeback',
      'Charge back',
      'requires_payment',
    ],
    ...['Denied', 'unpaid', 'Fully refunded'],
  ])('with the status %s is no gift', (status) => expect(paymentOf('Status', status)).not.toBeNull())
  it.each(['', 'Paid', 'completed', 'succeeded', 'Success', 'captured', 'Settled', 'Approved'])(
    'with the status %j is a gift',
    (status) => expect(paymentOf('Status', status)).toBeNull(),
  )

  it('with an id that a spreadsheet shortened is told', () => {
    expect(['9.1E+08', '9,20000001E+8', '1E+15', '92000000112345600'].map(isShortenedId)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['920000001', 'E100', 'AB900000001', '1234567890123456', 'rv_ch_1e5'].map(isShortenedId)).not.toContain(true)
  })

  it.each([
    ['Status', 'Payment failed', 'failed'],
    ['Status', 'Test', 'failed'],
    ['Status', 'Not paid', 'failed'],
    ['Status', 'Refunded', 'refunded'],
    ['Is Test', 'true', 'failed'],
    ['Test', 'No', null],
    ['Test', '', null],
    ['Mode', 'Test', 'failed'],
    ['Mode', 'Live', null],
    ['livemode', 'false', 'failed'],
    ['Captured', 'FALSE', 'failed'],
    ['Captured', 'TRUE', null],
    ['canceled_at', '2026-02-10T10:00:00-05:00', 'failed'],
    ['canceled_at', '', null],
    ['Status', 'Partially refunded', 'partly'],
    ['Status', 'refund', 'refund'],
    ['Status', 'Disputed', 'failed'],
    ['Stage', 'Pledged', 'failed'],
    ['Type', 'Donation', null],
    ['Type', 'Refund', 'refund'],
    ['Type', 'payment_refund', 'refund'],
    ['Type', 'PaymentRefund', 'refund'],
    ['Type', 'Dispute', 'refund'],
    ['Type', 'Chargeback', 'refund'],
    ['Type', 'Chargeback fee', 'other'],
    ['Type', 'Chargeback reversal', 'other'],
    ['Type', 'Reversal of General Account Hold', 'other'],
    ['Type', 'Dispute won', 'other'],
    ['Transaction Type', 'General Withdrawal', 'other'],
    ['Type', 'payout', 'other'],
    ['Type', 'Pledge', 'failed'],
    ['Type', 'Pledge payment', null],
    ['Type', 'Soft credit', 'other'],
    ['Payment Type', 'Debit card', null],
    ['Payment Type', 'Bank transfer', null],
    ['Donation Type', 'stripe', null],
    ['Event Type', 'Payment', null],
    ['Balance Impact', 'Memo', 'other'],
    ['Balance Impact', 'Debit', null],
  ])('of "%s" with "%s" says %s', (heading, cell, says) => expect(paymentOf(heading, cell)).toBe(says))

  it.each([
    ['40.00', 4000],
    ['-$40.00', 4000],
    ['(40)', 4000],
    ['', 0],
    ['0.00', 0],
    ['No', 0],
    ['Yes', 10_000],
    ['true', 10_000],
    ['1.00', 100],
    ['1', null],
    ['some', null],
    ['$ -', 0],
  ])('with "%s" refunded of 100 dollars is %s cents', (cell, cents) => expect(refundedCents(cell, 10_000)).toBe(cents))
})

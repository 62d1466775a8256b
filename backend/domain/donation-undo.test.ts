import { describe, expect, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type DonationEvent, donations, equalGiftKey, seriesKey } from './donations.ts'

const gift = {
  donationId: 4,
  subject: '6f1e2c34-0000-4000-8000-000000000001',
  firstName: 'Ruth',
  lastName: 'Gray',
  email: 'ruth@example.org',
  amount: 2500,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  occupation: null,
  employer: null,
  paymentId: 'pay_1',
  isPublic: true,
  ...{ tags: null, furtherColumns: null },
  donatedAt: '2026-02-01T05:00:00.000Z',
}
const refund = { refundKey: '2026-02-20 2500', amount: 2500, refundedAt: '2026-02-20T05:00:00.000Z' }
const { donationId, subject } = gift
const imported: DonationEvent = { type: 'DonationImported', data: gift }
const corrected: DonationEvent = { type: 'DonationCorrected', data: { ...gift, amount: 5000 } }
const refunded: DonationEvent = { type: 'DonationRefunded', data: { donationId, subject, ...refund, left: 0 } }
const removed: DonationEvent = { type: 'DonationRemoved', data: { donationId, subject, refundKeys: [] } }
const undo = (revision: number) => ({ type: 'UndoDonationImport', data: { revision } }) as const

describe('a refund', () => {
  const refunding = (data = refund) => ({ type: 'RefundDonation', data }) as const

  it('says what is left', () => given(donations, [imported]).when(refunding()).then([refunded]))
  it('is recorded once', () => given(donations, [imported, refunded]).when(refunding()).thenNothing())
  it('needs a donation', () => given(donations, []).when(refunding()).then('not_found'))
  it('is no more than was given', () =>
    given(donations, [imported, refunded])
      .when(refunding({ ...refund, refundKey: 'another', amount: 1 }))
      .then('conflict'))
})

describe('undoing an import', () => {
  it('removes a donation that it added, corrected or not', () => {
    given(donations, [imported]).when(undo(0)).then([removed])
    given(donations, [imported, corrected]).when(undo(0)).then([removed])
  })
  it('names the refunds that go with a donation, unless there are very many', () => {
    given(donations, [imported, refunded])
      .when(undo(0))
      .then([{ type: 'DonationRemoved', data: { donationId, subject, refundKeys: [refund.refundKey] } }])
    const many = Array.from({ length: 51 }, (_, n): DonationEvent => {
      const data = { donationId, subject, refundKey: `${n}`, amount: 1, refundedAt: refund.refundedAt, left: 2499 - n }
      return { type: 'DonationRefunded', data }
    })
    given(donations, [imported, ...many])
      .when(undo(0))
      .then([{ type: 'DonationRemoved', data: { donationId, subject } }])
  })
  it('restores what it corrected, unless something corrected it since', () => {
    given(donations, [imported, corrected])
      .when(undo(1))
      .then([{ type: 'DonationCorrected', data: gift }])
    given(donations, [imported, corrected, { type: 'DonationCorrected', data: gift }])
      .when(undo(1))
      .thenNothing()
  })
  it('withdraws a refund', () =>
    given(donations, [imported, refunded])
      .when(undo(1))
      .then([
        {
          type: 'DonationRefundWithdrawn',
          data: { donationId, subject, refundKey: refund.refundKey, amount: 2500, left: 2500 },
        },
      ]))
  it('does nothing twice, and nothing to what was imported again', () => {
    given(donations, [imported, removed]).when(undo(0)).thenNothing()
    given(donations, [imported, removed, { type: 'DonationImported', data: { ...gift, donationId: 9 } }])
      .when(undo(0))
      .thenNothing()
  })
})

it('gifts of a series and equal gifts have keys of their own', () => {
  const keys = [seriesKey('pay_1', '2026-02-01'), equalGiftKey(gift, 1), equalGiftKey({ ...gift, paymentId: null }, 1)]
  expect(new Set([...keys, equalGiftKey({ ...gift, paymentId: null }, 2)])).toHaveLength(4)
})

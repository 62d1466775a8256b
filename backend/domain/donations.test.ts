import { describe, expect, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { personalFields } from '../topics/index.ts'
import { type DonationCommand, type DonationEvent, donationKey, donations } from './donations.ts'

const gift: Extract<DonationCommand, { type: 'ImportDonation' }>['data'] = {
  donationId: 4,
  subject: '6f1e2c34-0000-4000-8000-000000000001',
  firstName: 'Ruth',
  lastName: 'Gray',
  email: 'ruth@example.org',
  amount: 2500,
  address: null,
  city: 'Lafayette',
  state: 'IN',
  zipCode: '47901',
  occupation: null,
  employer: null,
  paymentId: null,
  isPublic: true,
  ...{ tags: null, furtherColumns: null },
  donatedAt: '2026-02-01T05:00:00.000Z',
}
const imported: DonationEvent = { type: 'DonationImported', data: gift }
const importing = (data: Partial<typeof gift>) => ({ type: 'ImportDonation', data: { ...gift, ...data } }) as const

describe('importing a donation', () => {
  it('records it', () => given(donations, []).when(importing({})).then([imported]))
  it('records nothing when the same row comes again under a new number', () =>
    given(donations, [imported])
      .when(importing({ donationId: 9 }))
      .thenNothing())
  it('corrects the donation, under its first number, when the row has changed', () =>
    given(donations, [imported])
      .when(importing({ donationId: 9, city: 'Muncie' }))
      .then([{ type: 'DonationCorrected', data: { ...gift, city: 'Muncie' } }]))
  it('compares with the last correction', () =>
    given(donations, [imported, { type: 'DonationCorrected', data: { ...gift, city: 'Muncie' } }])
      .when(importing({ city: 'Muncie' }))
      .thenNothing())
  it('does not bring back an erased person', () =>
    given(donations, [{ type: 'DonationImported', data: { ...gift, ...personalFields.DonationImported } }])
      .when(importing({}))
      .then('conflict'))
})

describe('what identifies a donation', () => {
  const key = (changes: Partial<typeof gift>) => donationKey({ ...gift, ...changes })
  it('is the payment id', () => {
    expect(key({ paymentId: 'pay_1', email: 'new@example.org', amount: 1 })).toBe(key({ paymentId: 'pay_1' }))
    expect(key({ paymentId: 'pay_a' })).not.toBe(key({ paymentId: 'pay_A' }))
  })
  it('is the donor, amount and time where no payment id is given', () => {
    expect(key({ email: 'RUTH@example.org', city: 'Muncie' })).toBe(key({}))
    expect(key({ amount: 2501 })).not.toBe(key({}))
    expect(key({ donatedAt: '2026-02-02T05:00:00.000Z' })).not.toBe(key({}))
  })
})

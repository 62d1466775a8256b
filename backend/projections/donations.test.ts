import { expect, it } from 'vitest'
import { changesBy, recorded, redactedValues, ruth } from '../../test/support/log/projected.ts'
import { donationsProjection } from './donations.ts'
import { insert, update, updateWhere } from './projection.ts'

const projection = donationsProjection(redactedValues)
const gift = {
  donationId: 4,
  subject: ruth,
  firstName: 'Ruth',
  lastName: 'Gray',
  email: 'ruth@example.org',
  amount: 2500,
  address: null,
  city: 'Muncie',
  state: 'IN',
  zipCode: '47302',
  occupation: null,
  employer: null,
  paymentId: 'pay_1',
  isPublic: true,
  donatedAt: '2026-02-01T05:00:00.000Z',
}
const columns = {
  subject: ruth,
  first_name: 'Ruth',
  last_name: 'Gray',
  email: 'ruth@example.org',
  amount: 2500,
  address: null,
  city: 'Muncie',
  state: 'IN',
  zip_code: '47302',
  occupation: null,
  employer: null,
  payment_id: 'pay_1',
  is_public: true,
  created_at: gift.donatedAt,
  stream: 'donation-abc',
}
const at = (event: Parameters<typeof recorded>[0]) =>
  changesBy(projection, recorded(event, {}, { stream: 'donation-abc' }))

it('an imported donation adds a row that its stream finds again', () =>
  expect(at({ type: 'DonationImported', data: gift })).toEqual([
    insert('donations', { id: 4, ...columns, left_over: null, is_erased: false }),
  ]))

it('a correction replaces the details and the subject', () =>
  expect(at({ type: 'DonationCorrected', data: { ...gift, city: 'Gary' } })).toEqual([
    update('donations', { id: 4 }, { ...columns, city: 'Gary' }),
  ]))

it('an erasure keeps the amount and its day, and nothing about the person', () =>
  expect(at({ type: 'SubjectErased', data: { subject: ruth } })).toEqual([
    updateWhere(
      'donations',
      { subject: ruth },
      {
        first_name: 'Erased',
        last_name: '',
        email: 'erased@erased.invalid',
        address: null,
        city: null,
        state: null,
        zip_code: null,
        occupation: null,
        employer: null,
        payment_id: null,
        is_erased: true,
      },
    ),
  ]))

import { expect, it } from 'vitest'
import { changesBy, recorded, ruth } from '../../test/support/log/projected.ts'
import { insert, remove, removeWhere, update, updateWhere } from '../kernel/projector/projection.ts'
import { donationsProjection as projection } from './donations.ts'

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
  ...{ tags: null, furtherColumns: null },
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
  ...{ tags: null, further_columns: null },
  created_at: gift.donatedAt,
  stream: 'donation-abc',
}
const file = '6f1e2c34-0000-4000-8000-00000000000f'
const at = (event: Parameters<typeof recorded>[0]) =>
  changesBy(projection, recorded(event, { causationId: file }, { stream: 'donation-abc' }))

it('an imported donation adds a row that its stream and its file find again', () =>
  expect(at({ type: 'DonationImported', data: gift })).toEqual([
    insert('donations', { id: 4, ...columns, left_over: null, is_erased: false, import_event: file }),
  ]))

it('a removed donation takes its refunds along', () => {
  const data = { donationId: 4, subject: ruth }
  expect(at({ type: 'DonationRemoved', data: { ...data, refundKeys: ['a'] } })).toEqual([
    remove('donations', { id: 4 }),
    remove('donation_refunds', { donation_id: 4, refund_key: 'a' }),
  ])
  expect(at({ type: 'DonationRemoved', data })).toEqual([
    remove('donations', { id: 4 }),
    removeWhere('donation_refunds', { donation_id: 4 }),
  ])
})

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
        ...{ tags: null, further_columns: null },
        is_erased: true,
      },
    ),
  ]))

import type { DonationEvent, DonationImportEvent } from '../domain/donations.ts'
import { describes, erasedEmail, type Topic } from './topic.ts'

const item = { topic: 'donations', idField: 'donationId' } as const
const personal = {
  firstName: 'Erased',
  lastName: '',
  email: erasedEmail,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  occupation: null,
  employer: null,
  paymentId: null,
} as const
const source = (donationId: number) => `donation-${donationId}`

export const donations = {
  ...describes<DonationEvent | DonationImportEvent>(),
  events: {
    DonationImported: {
      item,
      personal,
      outcome: { status: 'Imported' },
      usesAddress: true,
      engagement: ({ donationId, subject, email, firstName, donatedAt }) => ({
        act: 'begins',
        type: 'donation',
        source: source(donationId),
        subject,
        email,
        firstName,
        at: donatedAt,
        item: { donationId },
      }),
    },
    DonationCorrected: {
      item,
      personal,
      usesAddress: true,
      engagement: ({ donationId, subject, email, firstName, donatedAt }) => ({
        act: 'corrects',
        source: source(donationId),
        subject,
        email,
        firstName,
        at: donatedAt,
      }),
    },
    // A donor whose gifts were all refunded or undone is no donor.
    DonationRefunded: {
      item,
      outcome: ({ left }) => ({ status: left === 0 ? 'Refunded' : 'Refunded in part' }),
      engagement: ({ donationId, left }) => (left === 0 ? { act: 'ends', source: source(donationId) } : null),
    },
    DonationRefundWithdrawn: {
      item,
      outcome: { status: 'Imported' },
      engagement: ({ donationId }) => ({ act: 'returns', source: source(donationId) }),
    },
    DonationRemoved: {
      item,
      outcome: { status: 'Removed', deleted: true },
      engagement: ({ donationId }) => ({ act: 'ends', source: source(donationId) }),
    },
    DonationFileImported: { item: null, audit: { isTelling: true } },
  },
  streams: ['donation'],
  sequences: ['donation'],
  personalLists: {
    donations: {
      table: 'donations',
      topic: 'donations',
      columns: [
        'id',
        'first_name',
        'last_name',
        'email',
        'amount',
        'address',
        'city',
        'state',
        'zip_code',
        'occupation',
        'employer',
        'payment_id',
        'is_public',
      ],
    },
  },
} as const satisfies Topic<DonationEvent | DonationImportEvent>

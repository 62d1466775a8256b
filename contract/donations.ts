import { z } from 'zod'
import { donationDetails } from '../records/donations.ts'
import { endpoint } from '../records/http/endpoint.ts'
import { adminListQuery, yesOrNo } from './admin-lists.ts'
import { electionCycle, timestamp } from './fields.ts'
import { entered, handEntryFields } from './hand-entry.ts'
import { rowOf } from './record-rows.ts'
import { newTexts } from './record-schemas.ts'

/** An imported donation; for an erased person the personal fields are redacted. */
export const donation = z.object({
  id: z.int(),
  /** Stays the same for a person. */
  donorId: z.uuid(),
  ...rowOf(donationDetails),
  /** Cents of it that were refunded. */
  refunded: z.int(),
  /** When the last refund was made; null: none was. */
  refundedAt: timestamp.nullable(),
  /** The even year in which its federal election cycle ends, in the time zone of the campaign. */
  cycle: z.int(),
  /** The time of the donation according to the file. */
  createdAt: timestamp,
  /** The file that it came from; null: imported by a release that did not keep it. */
  file: z.object({ importId: z.string(), platform: z.string().nullable(), importedAt: timestamp }).nullable(),
  isErased: z.boolean(),
})
export type Donation = z.infer<typeof donation>

/** Cents. A larger gift is a typing error. */
const maxGift = 100_000_000

export const enterDonation = endpoint('POST', '/api/admin/donations', {
  summary: 'Add a donation by hand, such as a check; the same gift of a donor on that day is there already.',
  schema: {
    body: z.strictObject({
      ...newTexts(donationDetails),
      amount: z.int('Use whole cents.').min(1, 'Enter an amount.').max(maxGift, 'Use at most $1,000,000.'),
      isPublic: z.boolean().default(true),
      ...handEntryFields,
    }),
    response: { 201: entered },
  },
})

export const donationListQuery = adminListQuery({
  sorts: ['-createdAt', 'amount', 'name', 'email'],
  filters: {
    donor: z.uuid('Use the id of a donor.'),
    cycle: electionCycle,
    import: z.string().min(1, 'Use the id of an import.').max(100, 'Use the id of an import.'),
    /** True when any of it was refunded. */
    refunded: yesOrNo,
  },
})
export type DonationListQuery = z.output<typeof donationListQuery>

export const listDonations = endpoint('GET', '/api/admin/donations', {
  summary: 'Imported donations, newest first; their number in X-Total-Count.',
  schema: { querystring: donationListQuery, response: { 200: z.array(donation) } },
})

import { z } from 'zod'
import { adminListQuery } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

/** An imported donation; for an erased person the personal fields are redacted. */
export const donation = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Cents. */
  amount: z.int(),
  /** Cents of it that were refunded. */
  refunded: z.int(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  occupation: z.string().nullable(),
  employer: z.string().nullable(),
  paymentId: z.string().nullable(),
  isPublic: z.boolean(),
  /** The time of the donation according to the file. */
  createdAt: timestamp,
  isErased: z.boolean(),
})
export type Donation = z.infer<typeof donation>

const listQuery = adminListQuery({ sorts: ['-createdAt', 'amount', 'name', 'email'], filters: {} })
export type DonationListQuery = z.output<typeof listQuery>

export const listDonations = endpoint({
  method: 'GET',
  url: '/api/admin/donations',
  summary: 'Imported donations, newest first; their number in X-Total-Count.',
  schema: { querystring: listQuery, response: { 200: z.array(donation) } },
})

import { z } from 'zod'
import { adminListQuery } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

/** The columns of a file, in any order; a heading may also read like 'First Name' or 'first_name'. */
export const donationColumns = [
  'firstName',
  'lastName',
  'email',
  'amount',
  'address',
  'city',
  'state',
  'zipCode',
  'occupation',
  'employer',
  'paymentId',
  'isPublic',
  'createdAt',
] as const
export type DonationColumn = (typeof donationColumns)[number]
export const requiredDonationColumns = [
  'firstName',
  'lastName',
  'email',
  'amount',
  'createdAt',
] as const satisfies DonationColumn[]

/** Bytes of a file, rows in it, and donations that one request writes. */
export const donationFileLimits = { bytes: 10 * 1024 * 1024, rows: 50_000, atOnce: 2000 }

/** An imported donation; for an erased person the personal fields are redacted. */
export const donation = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Cents. */
  amount: z.int(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  occupation: z.string().nullable(),
  employer: z.string().nullable(),
  paymentId: z.string().nullable(),
  isPublic: z.boolean(),
  /** When it was given, as the file says. */
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

/** `line`: where the row starts in the file; the headings are line 1. */
const changedRow = z.object({ line: z.int(), changed: z.array(z.enum(donationColumns)) })
const refusedRow = z.object({ line: z.int(), reasons: z.array(z.string()) })

export const donationImport = z.object({
  /** What the file would do now; send it back to do exactly that. Null once it is done. */
  plan: z.string().nullable(),
  /** Donations that are not written yet: send the file again with `plan` until there are none. */
  left: z.int(),
  /** Rows below the headings. */
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  /** Rows that are imported already, or appear twice in the file. */
  repeated: z.int(),
  refused: z.int(),
  /** Sum of the new donations, in cents. */
  addedAmount: z.int(),
  /** The first 200 rows of each kind. */
  addedLines: z.array(z.int()),
  changedRows: z.array(changedRow),
  repeatedLines: z.array(z.int()),
  refusedRows: z.array(refusedRow),
})
export type DonationImport = z.infer<typeof donationImport>

/**
 * Without `plan` nothing is written: the answer says what would be. With it, the file is imported if it would still do
 * the same, else 409. Refused rows are skipped. One request writes up to 2,000 donations, and answers what it wrote and the
 * plan for the rest.
 */
export const importDonations = endpoint({
  method: 'POST',
  url: '/api/admin/donations/import',
  summary: 'Import donations from a CSV file (text/csv, up to 10 MB). Without a plan it only says what would change.',
  schema: {
    querystring: z.strictObject({
      plan: z
        .string()
        .regex(/^[\da-f]{64}$/, 'Check the file first and send its plan.')
        .optional(),
    }),
    response: { 200: donationImport },
  },
})

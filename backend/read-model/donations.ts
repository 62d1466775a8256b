import type { Knex } from 'knex'
import type { Donation, DonationListQuery } from '../../contract/donations.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'

const columns = {
  id: 'item.id',
  firstName: 'item.first_name',
  lastName: 'item.last_name',
  email: 'item.email',
  amount: 'item.amount',
  address: 'item.address',
  city: 'item.city',
  state: 'item.state',
  zipCode: 'item.zip_code',
  occupation: 'item.occupation',
  employer: 'item.employer',
  paymentId: 'item.payment_id',
  isPublic: 'item.is_public',
  createdAt: 'item.created_at',
  isErased: 'item.is_erased',
}

export const donationList: AdminListOf<DonationListQuery> = {
  table: 'read.donations',
  sorts: {
    createdAt: 'item.created_at',
    amount: 'item.amount',
    name: `app.sort_key(item.last_name || ' ' || item.first_name) COLLATE "und-x-icu"`,
    email: 'app.sort_key(item.email) COLLATE "und-x-icu"',
  },
  filters: {},
  counts: { table: 'read.donation_counts', filters: [] },
  searched: `item.first_name || ' ' || item.last_name || ' ' || item.email || ' ' || coalesce(item.payment_id, '')`,
  findable: 'NOT item.is_erased',
}

const refunded = (knex: Knex) => knex.raw('item.amount - coalesce(item.left_over, item.amount) AS refunded')

export const allDonations = (knex: Knex, query: DonationListQuery) =>
  adminListPage(knex, donationList, query, (items) => items.select<Donation[]>(columns, refunded(knex)))

/** The donations with these streams, by stream. */
export async function donationsByStream(knex: Knex, streams: readonly string[]): Promise<Map<string, Donation>> {
  const found = new Map<string, Donation>()
  const rows = await knex({ item: 'read.donations' })
    .whereRaw('item.stream = ANY (?)', [[...streams]])
    .select<(Donation & { stream: string })[]>({ ...columns, stream: 'item.stream' }, refunded(knex))
  for (const { stream, ...donation } of rows) found.set(stream, donation)
  return found
}

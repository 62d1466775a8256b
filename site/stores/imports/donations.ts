import type { Donation, listDonations } from '../../../contract/donations.ts'
import type { Donor, listDonors } from '../../../contract/imports.ts'
import { callForPage } from '../../lib/api.ts'
import { importMessages } from '../../lib/import-messages.ts'
import { paths } from '../../lib/paths.ts'
import { createAdminList } from '../admin/admin-list.ts'
import { createList } from '../lists/list.ts'
import { $may } from '../rights.ts'

/** Every single gift, with its refunds and the file that it came from. */
export const donationList = createAdminList<Donation>({
  tab: {
    isIn: () => location.pathname === paths.imports,
    addressOf: (query) => `${paths.imports}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`,
  },
  sort: '-createdAt',
  filters: ['donor', 'cycle', 'import', 'refunded'],
  failed: importMessages.donationsFailed,
  read: (query) => callForPage<typeof listDonations>('/api/admin/donations', { query }),
})

const pageSize = 50

/** Function that reads the page after the one that `last` is on. */
const pageAfter = (last: { page: number } | undefined) => (last?.page ?? 0) + 1

export type DonorRow = Donor & { id: string; page: number }

/** Sum that each donor gave in each cycle. `cycle`: '' for every cycle. */
export const donorTotals = createList<DonorRow, { q: string; cycle: string }>({
  query: { q: '', cycle: '' },
  failed: importMessages.donorsFailed,
  async read({ q, cycle }, last) {
    const page = pageAfter(last)
    const query = { q, page: String(page), limit: String(pageSize), ...(cycle !== '' && { cycle }) }
    const { items, total } = await callForPage<typeof listDonors>('/api/admin/donors', { query })
    const rows = items.map((donor) => ({ ...donor, id: `${donor.donorId} ${donor.cycle}`, page }))
    return { items: rows, total, hasMore: page * pageSize < total }
  },
})

const typingPause = 250 // ms
let typing: ReturnType<typeof setTimeout> | undefined

export function searchDonors(q: string): void {
  clearTimeout(typing)
  typing = setTimeout(() => void donorTotals.refine({ q: q.trim() }), typingPause)
}

/** The gifts of one donor in one cycle, the newest first. */
export const createGifts = ({ donorId, cycle }: Pick<Donor, 'donorId' | 'cycle'>) =>
  createList<Donation & { page: number }, object>({
    query: {},
    failed: importMessages.donationsFailed,
    async read(_, last) {
      const page = pageAfter(last)
      const query = {
        sort: '-createdAt',
        page: String(page),
        limit: String(pageSize),
        filter: `donor:${donorId},cycle:${cycle}`,
      }
      const { items, total } = await callForPage<typeof listDonations>('/api/admin/donations', { query })
      return { items: items.map((gift) => ({ ...gift, page })), total, hasMore: page * pageSize < total }
    },
  })

export function reloadDonations(): void {
  if (!$may.get()('donations')) return
  void donorTotals.reload()
  void donationList.reload()
}

import type { AdminPrayer, approvePrayer, deletePrayer, listAllPrayers } from '../../../contract/prayers.ts'
import { call } from '../../lib/api.ts'
import { createReview } from './review.ts'

export const prayerReview = createReview<AdminPrayer>('prayer', {
  list: (query) => call<typeof listAllPrayers>('GET', '/api/admin/prayers', { query }),
  approve: (id) => call<typeof approvePrayer>('POST', '/api/admin/prayers/:id/approve', { params: { id } }),
  remove: (id) => call<typeof deletePrayer>('DELETE', '/api/admin/prayers/:id', { params: { id } }),
})

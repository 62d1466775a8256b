import type * as api from '../../../contract/prayers.ts'
import { call, callForPage } from '../../lib/api.ts'
import { createReview } from './review.ts'

export const prayerReview = createReview<api.AdminPrayer>('prayers', 'prayer', {
  list: (query) => callForPage<typeof api.listAllPrayers>('/api/admin/prayers', { query }),
  approve: (id) => call<typeof api.approvePrayer>('POST', '/api/admin/prayers/:id/approve', { params: { id } }),
  reject: (id, reason) =>
    call<typeof api.rejectPrayer>('POST', '/api/admin/prayers/:id/reject', { params: { id }, body: { reason } }),
  remove: (id) => call<typeof api.deletePrayer>('DELETE', '/api/admin/prayers/:id', { params: { id } }),
  restore: (id) => call<typeof api.restorePrayer>('POST', '/api/admin/prayers/:id/restore', { params: { id } }),
})

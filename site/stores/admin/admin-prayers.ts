import type {
  AdminPrayer,
  approvePrayer,
  deletePrayer,
  listAllPrayers,
  rejectPrayer,
  restorePrayer,
} from '../../../contract/prayers.ts'
import { call, callForPage } from '../../lib/api.ts'
import { createReview } from './review.ts'

export const prayerReview = createReview<AdminPrayer>('prayers', 'prayer', {
  list: (query) => callForPage<typeof listAllPrayers>('/api/admin/prayers', { query }),
  approve: (id) => call<typeof approvePrayer>('POST', '/api/admin/prayers/:id/approve', { params: { id } }),
  reject: (id, reason) =>
    call<typeof rejectPrayer>('POST', '/api/admin/prayers/:id/reject', { params: { id }, body: { reason } }),
  remove: (id) => call<typeof deletePrayer>('DELETE', '/api/admin/prayers/:id', { params: { id } }),
  restore: (id) => call<typeof restorePrayer>('POST', '/api/admin/prayers/:id/restore', { params: { id } }),
})

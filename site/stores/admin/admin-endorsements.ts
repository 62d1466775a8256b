import type * as api from '../../../contract/endorsements.ts'
import { call, callForPage } from '../../lib/api.ts'
import { createReview } from './review.ts'

export const endorsementReview = createReview<api.AdminEndorsement>('endorsements', 'endorsement', {
  list: (query) => callForPage<typeof api.listAllEndorsements>('/api/admin/endorsements', { query }),
  approve: (id) =>
    call<typeof api.approveEndorsement>('POST', '/api/admin/endorsements/:id/approve', { params: { id } }),
  reject: (id, reason) =>
    call<typeof api.rejectEndorsement>('POST', '/api/admin/endorsements/:id/reject', {
      params: { id },
      body: { reason },
    }),
  remove: (id) => call<typeof api.deleteEndorsement>('DELETE', '/api/admin/endorsements/:id', { params: { id } }),
  restore: (id) =>
    call<typeof api.restoreEndorsement>('POST', '/api/admin/endorsements/:id/restore', { params: { id } }),
})

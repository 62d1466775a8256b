import type {
  AdminEndorsement,
  approveEndorsement,
  deleteEndorsement,
  listAllEndorsements,
  rejectEndorsement,
  restoreEndorsement,
} from '../../../contract/endorsements.ts'
import { call, callForPage } from '../../lib/api.ts'
import { createReview } from './review.ts'

export const endorsementReview = createReview<AdminEndorsement>('endorsements', 'endorsement', {
  list: (query) => callForPage<typeof listAllEndorsements>('/api/admin/endorsements', { query }),
  approve: (id) => call<typeof approveEndorsement>('POST', '/api/admin/endorsements/:id/approve', { params: { id } }),
  reject: (id, reason) =>
    call<typeof rejectEndorsement>('POST', '/api/admin/endorsements/:id/reject', { params: { id }, body: { reason } }),
  remove: (id) => call<typeof deleteEndorsement>('DELETE', '/api/admin/endorsements/:id', { params: { id } }),
  restore: (id) => call<typeof restoreEndorsement>('POST', '/api/admin/endorsements/:id/restore', { params: { id } }),
})

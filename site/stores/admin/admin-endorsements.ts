import type {
  AdminEndorsement,
  approveEndorsement,
  deleteEndorsement,
  listAllEndorsements,
} from '../../../contract/endorsements.ts'
import { call } from '../../lib/api.ts'
import { createReview } from './review.ts'

export const endorsementReview = createReview<AdminEndorsement>('endorsement', {
  list: (query) => call<typeof listAllEndorsements>('GET', '/api/admin/endorsements', { query }),
  approve: (id) => call<typeof approveEndorsement>('POST', '/api/admin/endorsements/:id/approve', { params: { id } }),
  remove: (id) => call<typeof deleteEndorsement>('DELETE', '/api/admin/endorsements/:id', { params: { id } }),
})

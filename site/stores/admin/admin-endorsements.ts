import type { AdminEndorsement } from '../../../contract/endorsements.ts'
import { createReview } from './review.ts'

export const endorsementReview = createReview<AdminEndorsement>('endorsements', 'endorsement')

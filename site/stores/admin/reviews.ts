import type { AdminEndorsement } from '../../../contract/endorsements.ts'
import type { AdminPrayer } from '../../../contract/prayers.ts'
import type { ReviewedTopic } from '../../../contract/topic-words.ts'
import { createReview, type Review } from './review.ts'

export type ReviewedRows = { prayers: AdminPrayer; endorsements: AdminEndorsement }

/** The stores of what admins review. */
export const reviews: { readonly [Topic in ReviewedTopic]: Review<ReviewedRows[Topic]> } = {
  prayers: createReview('prayers'),
  endorsements: createReview('endorsements'),
}

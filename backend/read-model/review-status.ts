import type { ReviewStatus } from '../../contract/review.ts'
import type { Condition } from './search.ts'

/** The column `review_rank`: items that wait for review are at one end, those that were taken away at the other. */
const ranks = { pending: 3, approved: 2, rejected: 1, deleted: 0, withdrawn: -1 } satisfies {
  [S in ReviewStatus]: number
}

export const hasReviewStatus = (status: ReviewStatus): Condition => ({
  sql: 'item.review_rank = ?',
  values: [ranks[status]],
})

/** Neither deleted by staff nor withdrawn by its author. */
export const isNotDeleted: Condition = { sql: `item.review_rank > ${ranks.deleted}` }

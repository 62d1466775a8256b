import type { AdminPrayer } from '../../contract/prayers.ts'
import type { Condition } from './admin-lists.ts'

type Status = AdminPrayer['status']

/** The column `review_rank`: items that wait for review are at one end, deleted ones at the other. */
const ranks = { pending: 3, approved: 2, rejected: 1, deleted: 0 } satisfies { [S in Status]: number }

export const hasReviewStatus = (status: Status): Condition => ({ sql: 'item.review_rank = ?', values: [ranks[status]] })

export const isNotDeleted: Condition = { sql: `item.review_rank > ${ranks.deleted}` }

import type { AdminPrayer } from '../../contract/prayers.ts'
import type { Condition } from './admin-lists.ts'

type Status = AdminPrayer['status']

/** What waits for a review is at one end, what was deleted at the other. */
const ranks = { pending: 3, approved: 2, rejected: 1, deleted: 0 } satisfies { [S in Status]: number }

/** Prayers and endorsements in the order of their status; indexed in their projections. */
export const reviewRank = `CASE item.status WHEN 'pending' THEN 3 WHEN 'approved' THEN 2 WHEN 'rejected' THEN 1 ELSE 0 END`

export const hasReviewStatus = (status: Status): Condition => ({ sql: `${reviewRank} = ?`, values: [ranks[status]] })

export const isNotDeleted: Condition = { sql: `${reviewRank} > ${ranks.deleted}` }

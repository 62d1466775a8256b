import type { AdminPrayer } from '../../../contract/prayers.ts'
import { createReview } from './review.ts'

export const prayerReview = createReview<AdminPrayer>('prayers', 'prayer')

import { perReviewed, type ReviewedTopic } from '../../../contract/topic-words.ts'
import { createReview, type Review, type Reviewed } from './review.ts'

const reviews = perReviewed('topic', ({ topic }) => createReview(topic))

/** The store of what admins review in this topic. The panel of the topic says which rows its endpoints return. */
export function reviewIn<Item extends Reviewed>(topic: ReviewedTopic): Review<Item>
export function reviewIn(topic: ReviewedTopic): object {
  return reviews[topic]
}

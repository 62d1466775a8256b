import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { campaignTexts, categoryColors } from './campaign.ts'

export const forumCategory = z.object({
  id: z.int(),
  name: z.string(),
  /** Its name in URLs: /forum/policy-discussion. */
  slug: z.string(),
  description: z.string(),
  /** The color of its icon and badge. */
  color: z.enum(categoryColors),
})
export type ForumCategory = z.infer<typeof forumCategory>

/** The categories of this campaign, in order. */
export const forumCategories: readonly ForumCategory[] = campaignTexts.forumCategories

export const listForumCategories = endpoint('GET', '/api/forum/categories', {
  summary: 'The forum categories.',
  schema: { response: { 200: z.array(forumCategory) } },
})

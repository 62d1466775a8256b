import { z } from 'zod'
import { campaignTexts } from './campaign.ts'
import { endpoint } from './endpoint.ts'

export const forumCategory = z.object({
  id: z.int(),
  name: z.string(),
  /** Its name in URLs: /forum/policy-discussion. */
  slug: z.string(),
  description: z.string(),
  /** A name for which the site has an icon and a badge. */
  color: z.string(),
})
export type ForumCategory = z.infer<typeof forumCategory>

/** The forum categories in order. An id never changes: threads refer to it. */
export const forumCategories: readonly ForumCategory[] = [
  {
    id: 1,
    name: 'Policy Discussion',
    slug: 'policy-discussion',
    description: campaignTexts.forum.policy,
    color: 'blue',
  },
  {
    id: 2,
    name: 'Technology & Innovation',
    slug: 'technology-innovation',
    description: campaignTexts.forum.technology,
    color: 'green',
  },
  {
    id: 3,
    name: 'Campaign Events',
    slug: 'campaign-events',
    description: campaignTexts.forum.events,
    color: 'red',
  },
  {
    id: 4,
    name: 'General',
    slug: 'general',
    description: campaignTexts.forum.general,
    color: 'gray',
  },
]

export const listForumCategories = endpoint({
  method: 'GET',
  url: '/api/forum/categories',
  summary: 'The forum categories.',
  schema: { response: { 200: z.array(forumCategory) } },
})

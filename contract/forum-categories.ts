import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const forumCategory = z.object({
  id: z.int(),
  name: z.string(),
  /** Its word in addresses: /forum/policy-discussion. */
  slug: z.string(),
  description: z.string(),
  /** A word the site has an icon and a badge for. */
  color: z.string(),
})
export type ForumCategory = z.infer<typeof forumCategory>

/** The categories of the forum, in their order. An id is for ever: threads keep it. */
export const forumCategories: readonly ForumCategory[] = [
  {
    id: 1,
    name: 'Policy Discussion',
    slug: 'policy-discussion',
    description: 'Liberty, taxes, defense and whatever else a representative decides on.',
    color: 'blue',
  },
  {
    id: 2,
    name: 'Technology & Innovation',
    slug: 'technology-innovation',
    description: 'Open technology, privacy, and the jobs they bring to the district.',
    color: 'green',
  },
  {
    id: 3,
    name: 'Campaign Events',
    slug: 'campaign-events',
    description: 'Rallies, town halls and meetings: before, during and after.',
    color: 'red',
  },
  {
    id: 4,
    name: 'General',
    slug: 'general',
    description: 'Everything else that moves the Fourth District.',
    color: 'gray',
  },
]

export const listForumCategories = endpoint({
  method: 'GET',
  url: '/api/forum/categories',
  summary: 'The categories of the forum.',
  schema: { response: { 200: z.array(forumCategory) } },
})

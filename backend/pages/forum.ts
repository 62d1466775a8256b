import { forumCategories } from '../../contract/forum-categories.ts'
import { cardColumns, type ForumThreadCard, isVisible } from './forum-cards.ts'
import { categoryFeed, categoryPage, olderThreads } from './forum-categories.ts'
import { forumThreadFamily } from './forum-threads.ts'
import type { PageFamily, ProjectedPage } from './rendering/projected-page.ts'

/** The forum as pages without scripts: its public content, the same for everyone. */
const forumHome: ProjectedPage = {
  path: '/forum',
  tags: ['forum-threads', 'erasures'],
  empty: { categories: forumCategories, threads: [] },
  async content(client) {
    const { rows } = await client.query<ForumThreadCard>(
      `SELECT ${cardColumns} FROM read.forum_threads thread WHERE ${isVisible('thread')} ORDER BY thread.id DESC LIMIT 10`,
    )
    return { categories: forumCategories, threads: rows }
  },
}

export const forumPages: readonly ProjectedPage[] = [
  forumHome,
  ...forumCategories.flatMap((category) => [categoryPage(category), categoryFeed(category)]),
]

export const forumFamilies: readonly PageFamily[] = [forumThreadFamily, ...forumCategories.map(olderThreads)]

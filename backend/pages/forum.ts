import { forumCategories } from '../../contract/forum-categories.ts'
import { categoryActivity, newestThreads } from '../read-model/forum-pages.ts'
import { categoryPages } from './forum-categories.ts'
import { forumThreadFamily } from './forum-threads.ts'
import { joinPages, type PageSet, type ProjectedPage } from './rendering/projected-page.ts'

/** The forum as pages without scripts: its public content, the same for everyone. */
const forumHome: ProjectedPage = {
  path: '/forum',
  tags: ['forum-threads'],
  empty: {},
  content: async (client) => ({
    categories: forumCategories,
    activity: await categoryActivity(client),
    threads: await newestThreads(client, { limit: 10 }),
  }),
}

export const forumPages = (): PageSet =>
  joinPages([{ pages: [forumHome], families: [forumThreadFamily] }, ...forumCategories.map(categoryPages)])

import type { ForumCategory, listForumCategories } from '../../../contract/forum-categories.ts'
import { call } from '../../lib/api.ts'
import { createList } from '../lists/list.ts'

/** §7 and §9: retried three times, fresh for five minutes. */
const retries = 3
const freshFor = 5 * 60_000
/** Milliseconds before the first retry; doubled for each further one. */
const firstPause = 250

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function readCategories(): Promise<ForumCategory[]> {
  for (let retry = 0; ; retry++) {
    try {
      return await call<typeof listForumCategories>('GET', '/api/forum/categories')
    } catch (error) {
      if (retry === retries) throw error
      await pause(firstPause * 2 ** retry)
    }
  }
}

export const categories = createList<ForumCategory, object>({
  query: {},
  freshFor,
  read: async () => ({ items: await readCategories() }),
})

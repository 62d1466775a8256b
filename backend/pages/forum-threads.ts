import { forumCategories } from '../../contract/forum-categories.ts'
import { earlierWords, type ForumThreadCard, repliesTo, threadsById } from '../read-model/forum-pages.ts'
import type { PageFamily } from './rendering/projected-page.ts'

/** A thread has one page: it takes at most 500 replies. */
export const forumThreadFamily: PageFamily = {
  tag: 'forum-threads',
  path: (id) => `/forum/threads/${id}`,
  isListed: true,
  async items(client, ids) {
    const threads = await threadsById(client, ids)
    const replies = await repliesTo(client, ids)
    const texts = [...threads.map((thread) => ({ ...thread, threadId: thread.id })), ...replies]
    const earlier = await earlierWords(client, texts)
    const repliesOf = Map.groupBy(replies, ({ threadId }) => threadId)
    const contentOf = (thread: ForumThreadCard) => ({
      thread: { ...thread, earlier: earlier.get(thread.id) ?? [] },
      category: forumCategories.find(({ id }) => id === thread.categoryId),
      replies: (repliesOf.get(thread.id) ?? []).map(({ threadId, ...reply }) => ({
        ...reply,
        earlier: earlier.get(reply.id) ?? [],
      })),
    })
    return new Map(threads.map((thread) => [thread.id, contentOf(thread)]))
  },
}

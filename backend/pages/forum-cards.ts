import type { ForumThread } from '../../contract/forum-threads.ts'

/** A thread as the public sees it. */
export type ForumThreadCard = Omit<ForumThread, 'moderationStatus'>

/** Characters of a thread shown in a list. */
const excerpt = 280

export const isVisible = (alias: string) => `${alias}.status = 'approved' AND NOT ${alias}.is_deleted`

export const threadColumns = (content: string) => `thread.id, thread.title, ${content} AS content,
  thread.author_id AS "authorId", thread.category_id AS "categoryId", thread.is_pinned AS "isPinned",
  thread.is_locked AS "isLocked", thread.created_at AS "createdAt", thread.edited_at AS "editedAt",
  (SELECT count(*) FROM read.forum_posts post WHERE post.thread_id = thread.id AND ${isVisible('post')}) AS "replyCount",
  (SELECT max(post.created_at) FROM read.forum_posts post
    WHERE post.thread_id = thread.id AND ${isVisible('post')}) AS "lastReplyAt"`

export const cardColumns = threadColumns(`left(thread.content, ${excerpt})`)

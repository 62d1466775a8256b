import { atom } from 'nanostores'
import type { deletePost, deleteThread } from '../../../contract/forum-messages.ts'
import type { ForumPost, ForumThread, markThread } from '../../../contract/forum-threads.ts'
import { call, conflictIn, explain } from '../../lib/api.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { showError, showToast } from '../toasts.ts'
import { $view, leaveThread } from './forum.ts'
import { countReplies, dropThread, posts, putThread, threads } from './forum-threads.ts'

/** Item that an admin is asked to confirm deleting. */
export const $pendingDeletion = atom<ForumThread | ForumPost | null>(null)
/** Requests in progress, by what they change. */
const busy = new Set<string>()

/** A double click counts once. A failure shows the server's sentence, if it sent one (§8). */
async function once<Item>(
  what: string,
  act: () => Promise<void>,
  failed: Message,
  /** Shows the text that its author has edited meanwhile. */
  showCurrent?: (item: Item) => void,
): Promise<void> {
  if (busy.has(what)) return
  busy.add(what)
  try {
    await act()
  } catch (error) {
    const conflict = conflictIn<Item>(error)
    if (conflict) showCurrent?.(conflict.current)
    showError(explain(failed, error))
  } finally {
    busy.delete(what)
  }
}

export const removeThread = ({ id, revision }: ForumThread) =>
  once(
    `delete ${id}`,
    async () => {
      await call<typeof deleteThread>('DELETE', '/api/admin/forum/threads/:id', { params: { id }, revision })
      showToast(messages.thread.deleted)
      if ($view.get().thread === id) leaveThread()
      dropThread(id)
    },
    messages.thread.deleteFailed,
    putThread,
  )

export const removePost = ({ id, revision, threadId, moderationStatus }: ForumPost) =>
  once(
    `delete ${id}`,
    async () => {
      await call<typeof deletePost>('DELETE', '/api/admin/forum/posts/:id', { params: { id }, revision })
      showToast(messages.reply.deleted)
      posts.remove(id)
      if (moderationStatus === 'approved') countReplies(threadId, -1)
    },
    messages.reply.deleteFailed,
    posts.replace,
  )

type Change = { isPinned: boolean } | { isLocked: boolean }

function markOf(change: Change): 'pinned' | 'unpinned' | 'locked' | 'unlocked' {
  if ('isPinned' in change) return change.isPinned ? 'pinned' : 'unpinned'
  return change.isLocked ? 'locked' : 'unlocked'
}

export const mark = ({ id }: ForumThread, change: Change) =>
  once(
    `${Object.keys(change)} ${id}`,
    async () => {
      const params = { id }
      putThread(await call<typeof markThread>('PUT', '/api/admin/forum/threads/:id', { params, body: change }))
      showToast(messages.thread[markOf(change)])
      // Pinned threads come first.
      if ('isPinned' in change) void threads.reload()
    },
    messages.thread.markFailed,
  )

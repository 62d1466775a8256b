import type { deleteMessage, ForumMessage, listMessages, restoreMessage } from '../../../contract/forum-messages.ts'
import { call, callForPage, conflictIn } from '../../lib/api.ts'
import { messages, rowMessages } from '../../lib/messages.ts'
import { createAdminList } from './admin-list.ts'
import { countPending } from './pending.ts'
import { createRowActions } from './rows.ts'

const words = { ...rowMessages('forum message'), ...messages.forumMessage }

export const messageList = createAdminList<ForumMessage>({
  tab: 'forum',
  sort: '-createdAt',
  filters: ['type', 'status', 'deleted'],
  failed: words.loadFailed,
  read: (query) => callForPage<typeof listMessages>('/api/admin/forum/messages', { query }),
})

/** It may have waited for a decision. */
const counted = <Result>(change: Promise<Result>) => change.finally(() => void countPending())

/** Deletes the text that is listed; where its author has edited it since, the list shows the new one. */
async function remove(id: number): Promise<void> {
  const state = messageList.$state.get()
  const listed = state.status === 'loaded' ? state.items.find((message) => message.id === id) : undefined
  try {
    await call<typeof deleteMessage>('DELETE', '/api/admin/forum/messages/:id', {
      params: { id },
      ...(listed && { revision: listed.revision }),
    })
  } catch (error) {
    const conflict = conflictIn<ForumMessage>(error)
    if (conflict) messageList.replace(conflict.current)
    throw error
  }
}

export const messageActions = createRowActions(messageList, words, {
  remove: (id) => counted(remove(id)),
  restore: (id) =>
    counted(call<typeof restoreMessage>('POST', '/api/admin/forum/messages/:id/restore', { params: { id } })),
})

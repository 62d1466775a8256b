import type { deleteMessage, ForumMessage, listMessages, restoreMessage } from '../../../contract/forum-messages.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createEditableList } from '../lists/editable-list.ts'
import { newestFirst } from '../lists/newest-first.ts'
import { $erasures } from './history.ts'

/** Threads and replies: the ones in the forum, or the deleted ones. */
export const messageList = createEditableList<ForumMessage, { deleted: 'no' | 'yes' }>({
  query: { deleted: 'no' },
  failed: messages.forumMessage.loadFailed,
  read: newestFirst((page, { deleted }) =>
    call<typeof listMessages>('GET', '/api/admin/forum/messages', {
      query: { ...page, filter: `deleted:${deleted}` },
    }),
  ),
})

export const showDeleted = (isShown: boolean) => messageList.show({ deleted: isShown ? 'yes' : 'no' })

export const removeMessage = (id: number) =>
  messageList.actAndRemove(
    id,
    () => call<typeof deleteMessage>('DELETE', '/api/admin/forum/messages/:id', { params: { id } }),
    { done: messages.forumMessage.deleted, failed: messages.forumMessage.deleteFailed },
  )

export const restore = (id: number) =>
  messageList.actAndRemove(
    id,
    () => call<typeof restoreMessage>('POST', '/api/admin/forum/messages/:id/restore', { params: { id } }),
    { done: messages.forumMessage.restored, failed: messages.forumMessage.restoreFailed },
  )

$erasures.listen(messageList.invalidate)

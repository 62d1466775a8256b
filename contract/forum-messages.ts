import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, noContent, pageQuery, timestamp } from './fields.ts'
import { moderationStatus } from './forum-threads.ts'

const deletion = { params: idParams, response: { 204: noContent } }

export const deleteThread = endpoint({
  method: 'DELETE',
  url: '/api/admin/forum/threads/:id',
  summary: 'Delete a thread with all its replies; it can be restored.',
  schema: deletion,
})

export const deletePost = endpoint({
  method: 'DELETE',
  url: '/api/admin/forum/posts/:id',
  summary: 'Delete a reply; it can be restored.',
  schema: deletion,
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  url: '/api/admin/forum/messages/:id',
  summary: 'Delete a thread or reply by id; their ids come from one sequence.',
  schema: deletion,
})

export const restoreMessage = endpoint({
  method: 'POST',
  url: '/api/admin/forum/messages/:id/restore',
  summary: 'Restore a deleted thread or reply.',
  schema: deletion,
})

export const forumMessage = z.object({
  id: z.int(),
  /** The thread it belongs to; for a thread, its own id. */
  threadId: z.int(),
  title: z.string().nullable(),
  content: z.string(),
  contentType: z.enum(['thread', 'post']),
  status: moderationStatus,
  isDeleted: z.boolean(),
  createdAt: timestamp,
})
export type ForumMessage = z.infer<typeof forumMessage>

export const listMessages = endpoint({
  method: 'GET',
  url: '/api/admin/forum/messages',
  summary: 'Threads and replies that are not deleted, or only deleted ones; newest first.',
  schema: {
    querystring: pageQuery.extend({ deleted: z.enum(['no', 'yes']).default('no') }),
    response: { 200: z.array(forumMessage) },
  },
})

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
  summary: 'Delete a thread or a reply by its id; their ids come from one sequence.',
  schema: deletion,
})

export const restoreMessage = endpoint({
  method: 'POST',
  url: '/api/admin/forum/messages/:id/restore',
  summary: 'Take the deletion of a thread or reply back.',
  schema: deletion,
})

export const forumMessage = z.object({
  id: z.int(),
  /** Where it stands; of a thread its own id. */
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
  summary: 'Every thread and reply that is not deleted, newest first; or those that are.',
  schema: {
    querystring: pageQuery.extend({ deleted: z.enum(['no', 'yes']).default('no') }),
    response: { 200: z.array(forumMessage) },
  },
})

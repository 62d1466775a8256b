import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { adminListQuery, yesOrNo } from './admin-lists.ts'
import { idParams, noContent, timestamp } from './fields.ts'
import { forumEdit, moderationStatus } from './forum-threads.ts'

const deletion = { params: idParams, response: { 204: noContent } }

export const deleteThread = endpoint('DELETE', '/api/admin/forum/threads/:id', {
  summary: 'Delete a thread with all its replies; it can be restored. Takes If-Match.',
  schema: deletion,
})

export const deletePost = endpoint('DELETE', '/api/admin/forum/posts/:id', {
  summary: 'Delete a reply; it can be restored. Takes If-Match.',
  schema: deletion,
})

export const deleteMessage = endpoint('DELETE', '/api/admin/forum/messages/:id', {
  summary: 'Delete a thread or reply by id; their ids come from one sequence. Takes If-Match.',
  schema: deletion,
})

export const restoreMessage = endpoint('POST', '/api/admin/forum/messages/:id/restore', {
  summary: 'Restore a deleted thread or reply.',
  schema: deletion,
})

export const hideVersion = endpoint('PUT', '/api/admin/forum/messages/:id/versions', {
  summary: 'Hide an earlier version of a thread or reply from everyone but admins, or show it again. Idempotent.',
  schema: {
    params: idParams,
    body: z.strictObject({ at: timestamp, isHidden: z.boolean() }),
    response: { 200: z.array(forumEdit) },
  },
})

export const forumMessage = z.object({
  id: z.int(),
  /** Of the text: If-Match of a deletion names it. */
  revision: z.int(),
  /** The thread it belongs to; for a thread, its own id. */
  threadId: z.int(),
  title: z.string().nullable(),
  content: z.string(),
  contentType: z.enum(['thread', 'post']),
  authorId: z.int().nullable(),
  /** null: the author was erased, or wrote the demo content and has no account. */
  authorName: z.string().nullable(),
  status: moderationStatus,
  isDeleted: z.boolean(),
  createdAt: timestamp,
})
export type ForumMessage = z.infer<typeof forumMessage>

const listQuery = adminListQuery({
  sorts: ['-createdAt', 'status', 'author'],
  filters: {
    type: z.enum(['thread', 'post'], 'Use thread or post.'),
    status: z.enum(moderationStatus.options, 'Use pending, approved or rejected.'),
    /** Without it: those that are not deleted. */
    deleted: yesOrNo,
  },
})
export type ForumMessageListQuery = z.output<typeof listQuery>

export const listMessages = endpoint('GET', '/api/admin/forum/messages', {
  summary: 'Threads and replies that are not deleted, or only deleted ones; their number in X-Total-Count.',
  schema: { querystring: listQuery, response: { 200: z.array(forumMessage) } },
})

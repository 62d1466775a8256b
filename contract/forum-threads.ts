import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { idParams, pageQuery, requiredText, timestamp } from './fields.ts'

export const moderationStatus = z.enum(['approved', 'pending', 'rejected'])
export type ModerationStatus = z.infer<typeof moderationStatus>

const written = {
  id: z.int(),
  /** Of the text: If-Match of a deletion names it. */
  revision: z.int(),
  content: z.string(),
  /** null: the author was deleted. */
  authorId: z.int().nullable(),
  /** When it was first public; until then, when it was written. */
  createdAt: timestamp,
  /** Time of the last edit; null if it was never edited. */
  editedAt: timestamp.nullable(),
  /** Others only see approved content; authors also see their own held or rejected content. */
  moderationStatus,
}

export const forumThread = z.object({
  ...written,
  title: z.string(),
  categoryId: z.int(),
  isPinned: z.boolean(),
  isLocked: z.boolean(),
  /** Number of visible replies. */
  replyCount: z.int(),
  lastReplyAt: timestamp.nullable(),
})
export type ForumThread = z.infer<typeof forumThread>

export const forumPost = z.object({ ...written, threadId: z.int() })
export type ForumPost = z.infer<typeof forumPost>

const positive = z.int().min(1).max(2_147_483_647)
const title = requiredText(255)
const content = requiredText(10_000)
/** Sent by the site but ignored: the session determines the author. */
const authorId = z.unknown().optional()

/** An id in a query string. */
export const queryId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Use a positive whole number.')
  .transform(Number)
  .refine((id) => id <= 2_147_483_647, 'Use a positive whole number.')

export const listThreads = endpoint('GET', '/api/forum/threads', {
  summary:
    'Threads, newest first; `before` gets the next page. Without it, pinned threads come first and are not counted.',
  schema: {
    querystring: pageQuery.omit({ page: true }).extend({ categoryId: queryId.optional() }),
    response: { 200: z.array(forumThread) },
  },
})

export const readThread = endpoint('GET', '/api/forum/threads/:id', {
  summary: 'One thread.',
  schema: { params: idParams, response: { 200: forumThread } },
})

export const listPosts = endpoint('GET', '/api/forum/posts/:id', {
  summary: 'The replies in a thread, oldest first; `after` (an id) gets the next page.',
  schema: {
    params: idParams,
    querystring: z.strictObject({ after: queryId.optional(), limit: pageQuery.shape.limit }),
    response: { 200: z.array(forumPost) },
  },
})

export const startThread = endpoint('POST', '/api/forum/threads', {
  summary: 'Start a thread. It may be held for review (`moderationStatus`) or rejected with 422.',
  schema: { body: z.strictObject({ title, content, categoryId: positive, authorId }), response: { 201: forumThread } },
})

export const postReply = endpoint('POST', '/api/forum/posts', {
  summary: 'Reply to a thread. The reply may be held for review (`moderationStatus`) or rejected with 422.',
  schema: { body: z.strictObject({ content, threadId: positive, authorId }), response: { 201: forumPost } },
})

export const editThread = endpoint('PUT', '/api/forum/threads/:id', {
  summary: 'Edit your own thread.',
  schema: { params: idParams, body: z.strictObject({ title, content }), response: { 200: forumThread } },
})

export const editReply = endpoint('PUT', '/api/forum/posts/:id', {
  summary: 'Edit your own reply.',
  schema: { params: idParams, body: z.strictObject({ content }), response: { 200: forumPost } },
})

export const forumEdit = z.object({
  at: timestamp,
  /** null on replies. */
  title: z.string().nullable(),
  content: z.string(),
  /** Only admins read it, because readers reported the post or an admin hid this version: for others the words are empty. */
  isWithheld: z.literal(true).optional(),
  /** An admin hid it; said to admins. */
  isHidden: z.literal(true).optional(),
})
export type ForumEdit = z.infer<typeof forumEdit>

export const listEdits = endpoint('GET', '/api/forum/edits/:id', {
  summary:
    'All versions of a thread or reply, oldest first. Once readers reported it, only admins read the words of earlier ones.',
  schema: { params: idParams, response: { 200: z.array(forumEdit) } },
})

export const markThread = endpoint('PUT', '/api/admin/forum/threads/:id', {
  summary: 'Pin, unpin, lock or unlock a thread.',
  schema: {
    params: idParams,
    body: z.union(
      [z.strictObject({ isPinned: z.boolean() }), z.strictObject({ isLocked: z.boolean() })],
      'Set either isPinned or isLocked to true or false.',
    ),
    response: { 200: forumThread },
  },
})

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, optionalText, pageQuery, requiredText, timestamp } from './fields.ts'
import { moderationStatus, queryId } from './forum-threads.ts'

export const violationTypes = ['harassment', 'hate_speech', 'threats', 'spam', 'off_topic', 'doxxing', 'none'] as const
const violationType = z.enum(violationTypes)
const contentType = z.enum(['thread', 'post'])

/** Other posts by the same person: counts by outcome, and the newest five. */
const authorRecord = z.object({
  approved: z.int(),
  pending: z.int(),
  rejected: z.int(),
  recent: z.array(
    z.object({
      id: z.int(),
      status: moderationStatus,
      /** An excerpt. */ content: z.string(),
      createdAt: timestamp,
    }),
  ),
})

export const moderationItem = z.object({
  /** The id of the thread or reply. */
  id: z.int(),
  contentType,
  threadId: z.int(),
  /** Title of its thread. */
  title: z.string(),
  content: z.string(),
  authorId: z.int().nullable(),
  authorRecord,
  violationType,
  confidence: z.int().min(0).max(100),
  reason: z.string(),
  aiSuggestion: z.enum(['approve', 'review', 'reject']),
  /** The decisive passages, in UTF-16 units of the content (for threads: of title, line feed, content). */
  spans: z.array(z.object({ start: z.int(), end: z.int() })),
  status: moderationStatus,
  /** The author’s appeal against a rejection. */
  appeal: z.string().nullable(),
  adminAction: z.enum(['approve', 'reject']).nullable(),
  adminNotes: z.string(),
  createdAt: timestamp,
  reviewedAt: timestamp.nullable(),
})
export type ModerationItem = z.infer<typeof moderationItem>

export const readQueue = endpoint({
  method: 'GET',
  url: '/api/moderation/queue',
  summary:
    'Posts waiting for a decision, or only appeals, oldest first (`after` gets the next page); or decided posts, newest first.',
  schema: {
    querystring: pageQuery.extend({
      after: queryId.optional(),
      status: z.enum(['pending', 'appealed', 'decided']).default('pending'),
      violationType: violationType.optional(),
      contentType: contentType.optional(),
    }),
    response: { 200: z.array(moderationItem) },
  },
})

const decision = {
  params: idParams,
  body: z.strictObject({ adminNotes: optionalText(1000) }).optional(),
  response: { 200: moderationItem },
}

export const approveContent = endpoint({
  method: 'POST',
  url: '/api/moderation/approve/:id',
  summary: 'Publish a held or rejected post. Idempotent.',
  schema: decision,
})

export const rejectContent = endpoint({
  method: 'POST',
  url: '/api/moderation/reject/:id',
  summary: 'Keep a held post hidden, or uphold a rejection. Idempotent.',
  schema: decision,
})

export const ownItem = z.object({
  id: z.int(),
  contentType,
  threadId: z.int(),
  title: z.string(),
  content: z.string(),
  status: moderationStatus,
  reason: z.string(),
  adminNotes: z.string(),
  canAppeal: z.boolean(),
  /** An admin has yet to decide on the post or the appeal. */
  isWaiting: z.boolean(),
  appeal: z.string().nullable(),
  createdAt: timestamp,
})
export type OwnItem = z.infer<typeof ownItem>

export const listOwnItems = endpoint({
  method: 'GET',
  url: '/api/forum/mine',
  summary:
    'Your own posts that are held or rejected, newest first; also, for two weeks, those published after an appeal.',
  schema: { querystring: pageQuery, response: { 200: z.array(ownItem) } },
})

export const fileAppeal = endpoint({
  method: 'POST',
  url: '/api/forum/appeals',
  summary: 'Appeal the rejection of your own post; an admin decides.',
  schema: {
    body: z.strictObject({ contentId: z.int().min(1).max(2_147_483_647), appeal: requiredText(1000) }),
    response: { 202: ownItem },
  },
})

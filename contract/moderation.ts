import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, optionalText, pageQuery, requiredText, timestamp } from './fields.ts'
import { moderationStatus, queryId } from './forum-threads.ts'

export const violationTypes = ['harassment', 'hate_speech', 'threats', 'spam', 'off_topic', 'doxxing', 'none'] as const
const violationType = z.enum(violationTypes)
const contentType = z.enum(['thread', 'post'])

/** What else a person wrote, by what became of it, and the newest five. */
const authorRecord = z.object({
  approved: z.int(),
  pending: z.int(),
  rejected: z.int(),
  recent: z.array(
    z.object({
      id: z.int(),
      status: moderationStatus,
      /** Its beginning. */ content: z.string(),
      createdAt: timestamp,
    }),
  ),
})

export const moderationItem = z.object({
  /** The id of the thread or reply. */
  id: z.int(),
  contentType,
  threadId: z.int(),
  /** Of the thread it belongs to. */
  title: z.string(),
  content: z.string(),
  authorId: z.int().nullable(),
  authorRecord,
  violationType,
  confidence: z.int().min(0).max(100),
  reason: z.string(),
  aiSuggestion: z.enum(['approve', 'review', 'reject']),
  /** The passages that decided, in UTF-16 units of the content (of title, line feed, content on threads). */
  spans: z.array(z.object({ start: z.int(), end: z.int() })),
  status: moderationStatus,
  /** What the author says against a refusal. */
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
    'What waits for a person, or the appeals among it, longest waiting first (`after` pages on); or what was decided, newest first.',
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
  summary: 'Make a held or refused text visible. Deciding the same twice is one decision.',
  schema: decision,
})

export const rejectContent = endpoint({
  method: 'POST',
  url: '/api/moderation/reject/:id',
  summary: 'Keep a held text hidden, or a refusal up. Deciding the same twice is one decision.',
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
  /** A person has yet to decide, on the text or on what its author says for it. */
  isWaiting: z.boolean(),
  appeal: z.string().nullable(),
  createdAt: timestamp,
})
export type OwnItem = z.infer<typeof ownItem>

export const listOwnItems = endpoint({
  method: 'GET',
  url: '/api/forum/mine',
  summary:
    'Own texts that wait for a review or were refused, newest first; for two weeks also those published after an appeal.',
  schema: { querystring: pageQuery, response: { 200: z.array(ownItem) } },
})

export const fileAppeal = endpoint({
  method: 'POST',
  url: '/api/forum/appeals',
  summary: 'Say why a text of yours should not have been refused; a person answers.',
  schema: {
    body: z.strictObject({ contentId: z.int().min(1).max(2_147_483_647), appeal: requiredText(1000) }),
    response: { 202: ownItem },
  },
})

import { z } from 'zod'
import { contentTypes } from '../records/forum.ts'
import { endpoint } from '../records/http/endpoint.ts'
import { idParams, optionalText, pageQuery, requiredText, timestamp } from './fields.ts'
import { moderationStatus, queryId } from './forum-threads.ts'

export const violationTypes = ['harassment', 'hate_speech', 'threats', 'spam', 'off_topic', 'doxxing', 'none'] as const
const violationType = z.enum(violationTypes)
const contentType = z.enum(contentTypes)

/** Faults that readers find with a post: the types of violation, or something else. */
const reportReason = z.enum(['harassment', 'hate_speech', 'threats', 'spam', 'off_topic', 'doxxing', 'other'])
export type ReportReason = z.infer<typeof reportReason>
/** Characters of the note with a report. */
const longestNote = 500

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
  /** Of the text: If-Match of a decision names it. */
  revision: z.int(),
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
  /** By readers, whose names stay in the history; the latest last. `isOpen`: no admin has decided since. */
  reports: z.array(
    z.object({
      reason: reportReason,
      note: z.string(),
      isOpen: z.boolean(),
      createdAt: timestamp,
      /** Text that was reported, where the post says something else now (for threads: title, line feed, content). */
      words: z.string().nullable(),
    }),
  ),
  adminAction: z.enum(['approve', 'reject']).nullable(),
  adminNotes: z.string(),
  createdAt: timestamp,
  reviewedAt: timestamp.nullable(),
})
export type ModerationItem = z.infer<typeof moderationItem>

export const readQueue = endpoint('GET', '/api/moderation/queue', {
  summary:
    'Posts waiting for a decision, or only appeals or reported ones, oldest first (`after` gets the next page); or decided posts, the latest decision first.',
  schema: {
    querystring: pageQuery.extend({
      after: queryId.optional(),
      status: z.enum(['pending', 'appealed', 'reported', 'decided']).default('pending'),
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

export const approveContent = endpoint('POST', '/api/moderation/approve/:id', {
  summary: 'Publish a held or rejected post, or keep a reported one. Idempotent. Takes If-Match.',
  schema: decision,
})

export const rejectContent = endpoint('POST', '/api/moderation/reject/:id', {
  summary: 'Keep a held post hidden, uphold a rejection, or remove a reported post. Idempotent. Takes If-Match.',
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

export const listOwnItems = endpoint('GET', '/api/forum/mine', {
  summary:
    'Your own posts that are held or rejected, newest first; also, for two weeks, those published after an appeal.',
  schema: { querystring: pageQuery, response: { 200: z.array(ownItem) } },
})

const contentId = z.int().min(1).max(2_147_483_647)

export const fileAppeal = endpoint('POST', '/api/forum/appeals', {
  summary: 'Appeal the rejection of your own post; an admin decides.',
  schema: { body: z.strictObject({ contentId, appeal: requiredText(1000) }), response: { 202: ownItem } },
})

export const reportContent = endpoint('POST', '/api/forum/reports', {
  summary:
    'Report a post by another person, once; an admin decides. Three people hide it until then. Repeating one changes nothing.',
  schema: {
    body: z.strictObject({ contentId, reason: reportReason, note: optionalText(longestNote) }),
    response: { 202: z.object({ contentId: z.int() }) },
  },
})

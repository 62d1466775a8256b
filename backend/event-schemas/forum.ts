import { z } from 'zod'
import { contentTypes } from '../../records/forum.ts'
import type { ForumThreadEvent } from '../domain/forum/forum-thread-events.ts'
import type { ModerationPolicyEvent } from '../domain/forum/moderation-policy.ts'
import { count, everyOf, type FieldsOf, group, id, listOf, moment, name, text, uuid } from './fields.ts'

type DataOf<Type extends ForumThreadEvent['type']> = Extract<ForumThreadEvent, { type: Type }>['data']

const thread = { threadId: id }
const reply = { ...thread, postId: id }
const contentType = z.enum(contentTypes)
const content = { ...thread, contentId: id, contentType, subject: uuid }
const words = text(10_000)
const title = text(255)
const thresholds = group({ review: count, reject: count })

const violations = ['harassment', 'hate_speech', 'threats', 'spam', 'off_topic', 'doxxing'] as const
const violationType = everyOf<DataOf<'ContentScreened'>['violationType']>()(...violations, 'none')
const suggestion = everyOf<DataOf<'ContentScreened'>['suggestion']>()('approve', 'review', 'reject')
const reportReason = everyOf<DataOf<'ContentReported'>['reason']>()(...violations, 'other')
const outcome = everyOf<DataOf<'ContentScreened'>['outcome']>()('approved', 'held', 'refused')
const decided = { ...content, decidedBy: z.enum(['admin', 'moderator']), adminNotes: text(1000) }
const model = { model: name, digest: name }

/** The forum, and how it is moderated. */
export const forum = {
  ThreadStarted: { ...thread, categoryId: id, authorId: id, subject: uuid, title, content: words },
  ReplyPosted: { ...reply, authorId: id, subject: uuid, content: words },
  ThreadEdited: { ...thread, subject: uuid, title, content: words },
  ReplyEdited: { ...reply, subject: uuid, content: words },
  ThreadPinned: thread,
  ThreadUnpinned: thread,
  ThreadLocked: thread,
  ThreadUnlocked: thread,
  ThreadDeleted: thread,
  ThreadRestored: thread,
  ReplyDeleted: reply,
  ReplyRestored: reply,
  ContentScreened: {
    ...content,
    violationType,
    confidence: count,
    reason: text(2000),
    suggestion,
    spans: listOf(group({ start: count, end: count })),
    moderator: text(200),
    thresholds,
    outcome,
  },
  ContentFlagged: content,
  ContentApproved: decided,
  ContentRejected: decided,
  AppealFiled: { ...content, appeal: text(1000) },
  ContentReported: { ...content, reason: reportReason, note: text(500) },
  ContentHidden: content,
  ContentShownAgain: content,
  VersionHidden: { ...content, writtenAt: moment },
  VersionShown: { ...content, writtenAt: moment },
  ModerationPolicyChanged: { thresholds, model: name.nullable() },
  ModerationModelAdded: { ...model, bytes: count },
  ModerationModelRemoved: model,
} satisfies FieldsOf<ForumThreadEvent | ModerationPolicyEvent>

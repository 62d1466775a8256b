import type { ForumThreadEvent } from '../domain/forum/forum-thread-events.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { columnsOf, insert, type Projection, type RowChange, updateWhere } from '../kernel/projector/projection.ts'
import { personalFields } from '../topics/index.ts'
import { itemsOf, type UserErased } from './user-erasures.ts'

type Closing = { id: string; metadata: { at: string } }

const close = (
  where: { content_id: number } | { thread_id: number },
  outcome: 'kept' | 'removed',
  { id, metadata: { at } }: Closing,
): RowChange =>
  updateWhere(
    'forum_reports',
    { ...where, is_open: true },
    { is_open: false, outcome, decision_id: id, decided_at: at },
  )

const withoutNote = columnsOf(personalFields.ContentReported)
const erased = { ...withoutNote, reporter_id: null }

/**
 * Table `forum_reports`: what readers reported, and what came of it. `decision_id`: the event that closed the report.
 */
export const forumReportsProjection: Projection<ForumThreadEvent | SubjectEvent | UserErased> = {
  name: 'forum-reports',
  version: 1,
  tables: {
    forum_reports: {
      columns: {
        event_id: 'uuid NOT NULL',
        content_id: 'integer NOT NULL',
        thread_id: 'integer NOT NULL',
        subject: 'uuid NOT NULL',
        /** null once the reader is erased. */
        reporter_id: 'integer',
        reason: 'text NOT NULL',
        note: 'text NOT NULL',
        created_at: 'timestamptz NOT NULL',
        is_open: 'boolean NOT NULL',
        outcome: 'text',
        decision_id: 'uuid',
        decided_at: 'timestamptz',
      },
      primaryKey: ['event_id'],
      personal: ['note'],
      indexes: {
        forum_reports_content: '(content_id, created_at)',
        forum_reports_open: '(content_id) WHERE is_open',
        forum_reports_open_thread: '(thread_id) WHERE is_open',
        forum_reports_decision: '(decision_id) WHERE decision_id IS NOT NULL',
        forum_reports_reporter: '(reporter_id)',
        forum_reports_subject: '(subject)',
      },
    },
  },
  on: {
    ContentReported: ({ id, data: { contentId, threadId, subject, reason, note }, metadata: { at, actor } }) => [
      insert('forum_reports', {
        event_id: id,
        ...columnsOf({ contentId, threadId, subject, reason, note }),
        reporter_id: 'id' in actor ? actor.id : null,
        created_at: at,
        is_open: true,
        outcome: null,
        decision_id: null,
        decided_at: null,
      }),
    ],
    ContentApproved: (event) => [close({ content_id: event.data.contentId }, 'kept', event)],
    ContentRejected: (event) => [close({ content_id: event.data.contentId }, 'removed', event)],
    ReplyDeleted: (event) => [close({ content_id: event.data.postId }, 'removed', event)],
    ThreadDeleted: (event) => [close({ thread_id: event.data.threadId }, 'removed', event)],
    UserErased: (event) => [
      updateWhere('forum_reports', { reporter_id: event.data.userId }, erased),
      // Notes about an erased author may say who it was.
      ...itemsOf(event, 'forum').map((id) => updateWhere('forum_reports', { content_id: id }, withoutNote)),
    ],
    SubjectErased: ({ data: { subject } }) => [updateWhere('forum_reports', { subject }, erased)],
  },
}

import type { ForumThreadEvent } from '../domain/forum/forum-thread-events.ts'
import { insert, type Projection, type Row, type RowChange, updateWhere } from '../kernel/projector/projection.ts'

/** The latest verdict on this post: earlier ones are about texts that were edited since. */
const judged = (contentId: number, set: Row): RowChange =>
  updateWhere('moderation_verdicts', { content_id: contentId, is_current: true }, set)

const decided = (
  { contentId, decidedBy }: { contentId: number; decidedBy: 'moderator' | 'admin' },
  decision: 'approve' | 'reject',
  at: string,
) => (decidedBy === 'admin' ? [judged(contentId, { decision, decided_at: at })] : [])

/** Table `moderation_verdicts`: every verdict of the automatic check, with what people decided about that very text. */
export const moderationVerdictsProjection: Projection<ForumThreadEvent> = {
  name: 'moderation-verdicts',
  version: 1,
  tables: {
    moderation_verdicts: {
      columns: {
        event_id: 'uuid NOT NULL',
        content_id: 'integer NOT NULL',
        violation_type: 'text NOT NULL',
        outcome: 'text NOT NULL',
        screened_at: 'timestamptz NOT NULL',
        is_current: 'boolean NOT NULL',
        decision: 'text',
        decided_at: 'timestamptz',
        deleted_at: 'timestamptz',
      },
      primaryKey: ['event_id'],
      indexes: {
        moderation_verdicts_current: '(content_id) WHERE is_current',
        moderation_verdicts_decided: '(decided_at) WHERE decided_at IS NOT NULL',
        moderation_verdicts_deleted: '(deleted_at) WHERE deleted_at IS NOT NULL',
      },
    },
  },
  on: {
    ContentScreened: ({ id, data, metadata: { at } }) => [
      judged(data.contentId, { is_current: false }),
      insert('moderation_verdicts', {
        event_id: id,
        content_id: data.contentId,
        violation_type: data.violationType,
        outcome: data.outcome,
        screened_at: at,
        is_current: true,
        decision: null,
        decided_at: null,
        deleted_at: null,
      }),
    ],
    ContentApproved: ({ data, metadata: { at } }) => decided(data, 'approve', at),
    ContentRejected: ({ data, metadata: { at } }) => decided(data, 'reject', at),
    ReplyDeleted: ({ data, metadata: { at } }) => [judged(data.postId, { deleted_at: at })],
    ReplyRestored: ({ data }) => [judged(data.postId, { deleted_at: null })],
    ThreadDeleted: ({ data, metadata: { at } }) => [judged(data.threadId, { deleted_at: at })],
    ThreadRestored: ({ data }) => [judged(data.threadId, { deleted_at: null })],
  },
}

import type { ForumThreadEvent } from '../domain/forum/forum-thread-events.ts'
import type { ModerationPolicyEvent } from '../domain/forum/moderation-policy.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import {
  columnsOf,
  insert,
  type Projection,
  type Row,
  remove,
  update,
  updateWhere,
} from '../kernel/projector/projection.ts'
import { personalFields } from '../topics/index.ts'
import { itemsOf, type UserErased } from './user-erasures.ts'

const erased: Row = {
  ...columnsOf({ ...personalFields.ContentScreened, ...personalFields.ContentApproved }),
  appeal: null,
  is_open: false,
}

const change = ({ contentId }: { contentId: number }, set: Row) => [update('moderation_items', { id: contentId }, set)]

const decided = (action: 'approve' | 'reject', notes: string, at: string): Row => ({
  is_open: false,
  admin_action: action,
  admin_notes: notes,
  reviewed_at: at,
})

/**
 * Table `moderation_items`: for each thread and reply the latest verdict of the moderator and the decision of an admin;
 * rows with `is_open` wait for one. Table `moderation_policy`: one row, the current policy once an admin changed it.
 * Table `moderation_models`: models added besides the bundled one.
 */
export const moderationProjection: Projection<ForumThreadEvent | ModerationPolicyEvent | SubjectEvent | UserErased> = {
  name: 'moderation',
  version: 6,
  tables: {
    moderation_items: {
      columns: {
        id: 'integer NOT NULL',
        content_type: 'text NOT NULL',
        thread_id: 'integer NOT NULL',
        subject: 'uuid NOT NULL',
        violation_type: 'text NOT NULL',
        confidence: 'integer NOT NULL',
        reason: 'text NOT NULL',
        ai_suggestion: 'text NOT NULL',
        spans: 'jsonb NOT NULL',
        moderator: 'text NOT NULL',
        outcome: 'text NOT NULL',
        is_open: 'boolean NOT NULL',
        appeal: 'text',
        admin_action: 'text',
        admin_notes: 'text NOT NULL',
        created_at: 'timestamptz NOT NULL',
        reviewed_at: 'timestamptz',
      },
      primaryKey: ['id'],
      personal: ['reason', 'appeal', 'admin_notes'],
      indexes: {
        moderation_items_open: '(id) WHERE is_open',
        moderation_items_decided: '(reviewed_at, id) WHERE admin_action IS NOT NULL',
        moderation_items_subject: '(subject)',
      },
    },
    moderation_policy: {
      columns: {
        name: 'text NOT NULL',
        review: 'integer NOT NULL',
        reject: 'integer NOT NULL',
        model: 'text',
        changed_at: 'timestamptz NOT NULL',
      },
      primaryKey: ['name'],
    },
    moderation_models: {
      columns: {
        version: 'text NOT NULL',
        digest: 'text NOT NULL',
        bytes: 'integer NOT NULL',
        added_at: 'timestamptz NOT NULL',
      },
      primaryKey: ['version'],
    },
  },
  on: {
    ContentScreened: ({ data, metadata: { at } }) => {
      const {
        contentId: id,
        contentType,
        threadId,
        subject,
        violationType,
        confidence,
        reason,
        moderator,
        outcome,
      } = data
      return [
        insert('moderation_items', {
          ...columnsOf({ id, contentType, threadId, subject, violationType, confidence, reason, moderator, outcome }),
          ai_suggestion: data.suggestion,
          spans: { passages: data.spans },
          is_open: false,
          appeal: null,
          admin_action: null,
          admin_notes: '',
          created_at: at,
          reviewed_at: null,
        }),
      ]
    },
    ContentFlagged: ({ data }) => change(data, { is_open: true }),
    ContentHidden: ({ data }) => change(data, { is_open: true }),
    ContentShownAgain: ({ data }) => change(data, { is_open: false }),
    ContentApproved: ({ data, metadata: { at } }) => change(data, decided('approve', data.adminNotes, at)),
    ContentRejected: ({ data, metadata: { at } }) =>
      data.decidedBy === 'moderator' ? [] : change(data, decided('reject', data.adminNotes, at)),
    AppealFiled: ({ data }) => change(data, { is_open: true, appeal: data.appeal }),
    ModerationPolicyChanged: ({ data: { thresholds, model }, metadata: { at } }) => [
      insert('moderation_policy', { name: 'forum', ...thresholds, model, changed_at: at }),
    ],
    ModerationModelAdded: ({ data: { model, digest, bytes }, metadata: { at } }) => [
      insert('moderation_models', { version: model, digest, bytes, added_at: at }),
    ],
    ModerationModelRemoved: ({ data: { model } }) => [remove('moderation_models', { version: model })],
    UserErased: (event) => itemsOf(event, 'forum').map((id) => update('moderation_items', { id }, erased)),
    SubjectErased: ({ data: { subject } }) => [updateWhere('moderation_items', { subject }, erased)],
  },
}

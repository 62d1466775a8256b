import type { ForumThreadEvent } from '../domain/forum/forum-thread-events.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import {
  columnsOf,
  countsBy,
  insert,
  type Projection,
  type Row,
  type RowChange,
  type Table,
  update,
  updateWhere,
} from '../kernel/projector/projection.ts'
import { personalFields } from '../topics/index.ts'
import { placeOf } from './publications.ts'
import { itemsOf, type UserErased } from './user-erasures.ts'

const postColumns: Table['columns'] = {
  id: 'integer NOT NULL',
  /** null once the author is erased. */
  author_id: 'integer',
  subject: 'uuid NOT NULL',
  content: 'text NOT NULL',
  status: 'text NOT NULL',
  is_deleted: 'boolean NOT NULL',
  created_at: 'timestamptz NOT NULL',
  /** Was public at some time; nothing is edited before. */
  is_published: 'boolean NOT NULL',
  /** When it was first public; until then, when it was written. */
  published_at: 'timestamptz NOT NULL',
  /** The same as a number that orders the lists. */
  place: 'bigint NOT NULL',
  edited_at: 'timestamptz',
  /** Of the event that gave it its words. */
  revision: 'integer NOT NULL',
  /** A reader reported it: only moderators read its earlier versions from then on. */
  has_closed_history: 'boolean NOT NULL',
}
const countedColumns = { status: 'text NOT NULL', is_deleted: 'boolean NOT NULL' }
const visible = "status = 'approved' AND NOT is_deleted"

type Written = { revision: number; metadata: { at: string } }
type Words = { subject: string; content: string; title?: string }

const edition = (
  id: string,
  contentId: number,
  { subject, title, content }: Words,
  { metadata: { at } }: Written,
): RowChange =>
  insert('forum_edits', {
    event_id: id,
    content_id: contentId,
    subject,
    title: title ?? null,
    content,
    at,
    is_hidden: false,
  })

const published = (id: number, at: string): Row => ({ published_at: at, place: placeOf(id, at) })

const posted = (
  id: number,
  { authorId, subject, content }: Words & { authorId: number },
  { revision, metadata: { at } }: Written,
): Row => ({
  ...columnsOf({ id, authorId, subject, content }),
  status: 'pending',
  is_deleted: false,
  created_at: at,
  is_published: false,
  ...published(id, at),
  edited_at: null,
  revision,
  has_closed_history: false,
})

const edited = ({ content }: Words, { revision, metadata: { at } }: Written): Row => ({
  content,
  status: 'pending',
  edited_at: at,
  revision,
})

const tableOf = (contentType: 'thread' | 'post') => (contentType === 'thread' ? 'forum_threads' : 'forum_posts')

type OfContent = { contentType: 'thread' | 'post'; contentId: number }

/** Threads and replies change the same way: one row, by id, in the table of its type. */
const statusChange = (
  { contentType, contentId }: OfContent,
  set: { status: 'approved' | 'pending' | 'rejected'; is_published?: true },
) => update(tableOf(contentType), { id: contentId }, set)

/** A decision publishes what was held since it was written; what was public before stays where it is. */
const approved = (content: OfContent, { at }: Written['metadata']): RowChange[] => [
  updateWhere(
    tableOf(content.contentType),
    { id: content.contentId, is_published: false },
    { is_published: true, ...published(content.contentId, at) },
  ),
  statusChange(content, { status: 'approved' }),
]

const versionChange = (
  { contentId, writtenAt }: { contentId: number; writtenAt: string },
  set: { is_hidden: boolean },
) => [updateWhere('forum_edits', { content_id: contentId, at: writtenAt }, set)]

/** The text and its first screening have the same time. */
const afterScreening = {
  approved: { status: 'approved', is_published: true },
  held: { status: 'pending' },
  refused: { status: 'rejected' },
} as const

const threadFlags = (
  threadId: number,
  set: { is_pinned: boolean } | { is_locked: boolean } | { is_deleted: boolean },
) => [update('forum_threads', { id: threadId }, set)]

/** An account erases its items by their ids, a subject all that it wrote. */
const erased = (change: typeof update | typeof updateWhere, item: Row, edits: Row) => [
  change('forum_threads', item, { ...columnsOf(personalFields.ThreadStarted), author_id: null }),
  change('forum_posts', item, { ...columnsOf(personalFields.ReplyPosted), author_id: null }),
  updateWhere('forum_edits', edits, { ...columnsOf(personalFields.ReplyEdited), title: null }),
]

/**
 * Tables `forum_threads` and `forum_posts`: everything ever posted, with its status. The public sees what is approved
 * and not deleted, and a reply only if its thread is. Table `forum_edits`: every version of every text.
 */
export const forumThreadsProjection: Projection<ForumThreadEvent | SubjectEvent | UserErased> = {
  name: 'forum-threads',
  version: 10,
  tables: {
    forum_threads: {
      columns: {
        ...postColumns,
        category_id: 'integer NOT NULL',
        title: 'text NOT NULL',
        is_pinned: 'boolean NOT NULL',
        is_locked: 'boolean NOT NULL',
      },
      primaryKey: ['id'],
      personal: ['title', 'content'],
      countedIn: 'forum_thread_counts',
      indexes: {
        forum_threads_category: `(category_id, place) WHERE ${visible}`,
        /** Position of a thread among all that were ever public, visible or not. */
        forum_threads_place: '(category_id, place)',
        forum_threads_newest: '(place)',
        forum_threads_pinned: `(id) WHERE is_pinned AND ${visible}`,
        forum_threads_author: '(author_id, id)',
        forum_threads_subject: '(subject)',
        forum_threads_status: '(status, id)',
        forum_threads_search: `USING gin (app.search_key(coalesce(title, '') || ' ' || content) gin_trgm_ops)`,
      },
    },
    forum_posts: {
      columns: { ...postColumns, thread_id: 'integer NOT NULL' },
      primaryKey: ['id'],
      personal: ['content'],
      countedIn: 'forum_post_counts',
      indexes: {
        forum_posts_thread: `(thread_id, place, published_at) WHERE ${visible}`,
        forum_posts_author: '(author_id, id)',
        forum_posts_subject: '(subject)',
        forum_posts_status: '(status, id)',
        // Matches the label of a thread without a title.
        forum_posts_search: `USING gin (app.search_key(' ' || content) gin_trgm_ops)`,
      },
    },
    forum_thread_counts: countsBy(countedColumns),
    forum_post_counts: countsBy(countedColumns),
    forum_edits: {
      columns: {
        event_id: 'uuid NOT NULL',
        content_id: 'integer NOT NULL',
        subject: 'uuid NOT NULL',
        title: 'text',
        content: 'text NOT NULL',
        at: 'timestamptz NOT NULL',
        /** By an admin, who still reads it. */
        is_hidden: 'boolean NOT NULL',
      },
      primaryKey: ['event_id'],
      personal: ['title', 'content'],
      indexes: { forum_edits_content: '(content_id, at)', forum_edits_subject: '(subject)' },
    },
  },
  on: {
    ThreadStarted: ({ id, data, ...written }) => [
      insert('forum_threads', {
        ...posted(data.threadId, data, written),
        category_id: data.categoryId,
        title: data.title,
        is_pinned: false,
        is_locked: false,
      }),
      edition(id, data.threadId, data, written),
    ],
    ReplyPosted: ({ id, data, ...written }) => [
      insert('forum_posts', { ...posted(data.postId, data, written), thread_id: data.threadId }),
      edition(id, data.postId, data, written),
    ],
    ThreadEdited: ({ id, data: { threadId, ...data }, ...written }) => [
      update('forum_threads', { id: threadId }, { title: data.title, ...edited(data, written) }),
      edition(id, threadId, data, written),
    ],
    ReplyEdited: ({ id, data, ...written }) => [
      update('forum_posts', { id: data.postId }, edited(data, written)),
      edition(id, data.postId, data, written),
    ],
    ThreadPinned: ({ data }) => threadFlags(data.threadId, { is_pinned: true }),
    ThreadUnpinned: ({ data }) => threadFlags(data.threadId, { is_pinned: false }),
    ThreadLocked: ({ data }) => threadFlags(data.threadId, { is_locked: true }),
    ThreadUnlocked: ({ data }) => threadFlags(data.threadId, { is_locked: false }),
    ThreadDeleted: ({ data }) => threadFlags(data.threadId, { is_deleted: true }),
    ThreadRestored: ({ data }) => threadFlags(data.threadId, { is_deleted: false }),
    ReplyDeleted: ({ data }) => [update('forum_posts', { id: data.postId }, { is_deleted: true })],
    ReplyRestored: ({ data }) => [update('forum_posts', { id: data.postId }, { is_deleted: false })],
    ContentScreened: ({ data }) => [statusChange(data, afterScreening[data.outcome])],
    ContentFlagged: ({ data }) => [statusChange(data, { status: 'pending' })],
    ContentReported: ({ data: { contentType, contentId } }) => [
      update(tableOf(contentType), { id: contentId }, { has_closed_history: true }),
    ],
    VersionHidden: ({ data }) => versionChange(data, { is_hidden: true }),
    VersionShown: ({ data }) => versionChange(data, { is_hidden: false }),
    ContentHidden: ({ data }) => [statusChange(data, { status: 'pending' })],
    ContentShownAgain: ({ data }) => [statusChange(data, { status: 'approved' })],
    ContentApproved: ({ data, metadata }) => approved(data, metadata),
    ContentRejected: ({ data }) => [statusChange(data, { status: 'rejected' })],
    UserErased: (event) => itemsOf(event, 'forum').flatMap((id) => erased(update, { id }, { content_id: id })),
    SubjectErased: ({ data: { subject } }) => erased(updateWhere, { subject }, { subject }),
  },
}

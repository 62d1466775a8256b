import type { ForumThreadEvent } from '../domain/forum/forum-thread-events.ts'
import { takingPart } from './taking-part.ts'
import { describes, type Topic } from './topic.ts'

const thread = { topic: 'forum', idField: 'threadId' } as const
const reply = { topic: 'forum', idField: 'postId' } as const
const content = { topic: 'forum', idField: 'contentId' } as const
const pages = { family: 'forum-threads', idField: 'threadId' } as const
const text = { content: '[erased]' } as const
const titled = { title: '[erased]', ...text } as const
const threads = takingPart('forum_post', ['threadId'], 'post')
const replies = takingPart('forum_post', ['postId', 'threadId'], 'post')

export const forum = {
  ...describes<ForumThreadEvent>(),
  events: {
    ThreadStarted: {
      item: thread,
      personal: titled,
      pages,
      isSubmission: true,
      engagement: (said) => threads.begins(said),
    },
    ThreadEdited: { item: thread, personal: titled, pages },
    ThreadPinned: { item: thread, outcome: { isPinned: true }, pages },
    ThreadUnpinned: { item: thread, outcome: { isPinned: false }, pages },
    ThreadLocked: { item: thread, outcome: { isLocked: true }, pages },
    ThreadUnlocked: { item: thread, outcome: { isLocked: false }, pages },
    ThreadDeleted: {
      item: thread,
      outcome: { deleted: true },
      pages,
      engagement: threads.ends,
    },
    ThreadRestored: {
      item: thread,
      outcome: { deleted: false },
      pages,
      engagement: threads.returns,
    },
    ReplyPosted: {
      item: reply,
      personal: text,
      pages,
      isSubmission: true,
      engagement: (said) => replies.begins(said),
    },
    ReplyEdited: { item: reply, personal: text, pages },
    ReplyDeleted: {
      item: reply,
      outcome: { deleted: true },
      pages,
      engagement: replies.ends,
    },
    ReplyRestored: {
      item: reply,
      outcome: { deleted: false },
      pages,
      engagement: replies.returns,
    },
    ContentScreened: {
      item: content,
      // A moderator outside of the program may quote the post. In clear in events of version 0.4.0 and earlier.
      personal: { reason: '' },
      impersonal: { moderator: 'The name and version of a moderator.' },
      outcome: { status: 'Approved' },
      pages,
    },
    ContentFlagged: { item: content, outcome: { status: 'Pending' }, pages },
    ContentApproved: { item: content, personal: { adminNotes: '' }, outcome: { status: 'Approved' }, pages },
    ContentRejected: { item: content, personal: { adminNotes: '' }, outcome: { status: 'Rejected' }, pages },
    ContentReported: { item: content, personal: { note: '' }, isAboutOthers: true, pages },
    VersionHidden: { item: content, pages },
    VersionShown: { item: content, pages },
    ContentHidden: { item: content, outcome: { status: 'Pending' }, pages },
    ContentShownAgain: { item: content, outcome: { status: 'Approved' }, pages },
    AppealFiled: { item: content, personal: { appeal: '[erased]' }, outcome: { appealed: true } },
  },
  streams: ['forum-thread'],
  sequences: { forum_content: ['threadId', 'postId', 'contentId'] },
  erasable: { forum: { source: 'post' } },
  personalLists: {
    forumThreads: {
      table: 'forum_threads',
      topic: 'forum',
      columns: ['id', 'category_id', 'title', 'content', 'status'],
    },
    forumPosts: { table: 'forum_posts', topic: 'forum', columns: ['id', 'thread_id', 'content', 'status'] },
  },
  submissions: {
    thread: {
      table: 'forum_threads',
      topic: 'forum',
      excerpt: 'title',
      status: 'status',
      threadId: 'item.id',
      isShown: 'NOT is_deleted',
    },
    reply: {
      table: 'forum_posts',
      topic: 'forum',
      excerpt: 'left(content, 120)',
      status: 'status',
      threadId: 'thread_id',
      isShown: 'NOT is_deleted',
    },
  },
} as const satisfies Topic<ForumThreadEvent>

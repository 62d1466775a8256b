import type { ForumThreadEvent } from './forum-thread-events.ts'
import type { Outcome } from './screening.ts'

export type Item = {
  contentType: 'thread' | 'post'
  authorId: number
  subject: string
  title: string
  content: string
  status: 'approved' | 'pending' | 'rejected'
  isDeleted: boolean
  appeal: 'none' | 'open' | 'answered'
  /** Subjects of the readers whose reports no admin has decided. */
  openReporters: ReadonlySet<string>
  /** By reports, until an admin decides. */
  isHidden: boolean
  /** Subjects of everyone who reported this text, not one before an edit. */
  reporters: ReadonlySet<string>
  /** An admin approved this text. */
  isKept: boolean
  /** Times of the versions that an admin hid. */
  hiddenVersions: ReadonlySet<string>
}

/** A thread with all its replies, by id; the opening post is the item with the thread's id. */
export type ForumThread = { isPinned: boolean; isLocked: boolean; items: ReadonlyMap<number, Item> }

export const noThread: ForumThread = { isPinned: false, isLocked: false, items: new Map() }

const unscreened = {
  title: '',
  status: 'pending',
  isDeleted: false,
  appeal: 'none',
  openReporters: new Set<string>(),
  isHidden: false,
  reporters: new Set<string>(),
  isKept: false,
  hiddenVersions: new Set<string>(),
} as const

const statusAfter: { [O in Outcome]: Item['status'] } = { approved: 'approved', held: 'pending', refused: 'rejected' }

export function evolveForumThread(thread: ForumThread, event: ForumThreadEvent): ForumThread {
  switch (event.type) {
    case 'ThreadStarted': {
      const { threadId, authorId, subject, title, content } = event.data
      return withItem(thread, threadId, { ...unscreened, contentType: 'thread', authorId, subject, title, content })
    }
    case 'ReplyPosted': {
      const { postId, authorId, subject, content } = event.data
      return withItem(thread, postId, { ...unscreened, contentType: 'post', authorId, subject, content })
    }
    case 'ThreadEdited':
      return edited(thread, event.data.threadId, { title: event.data.title, content: event.data.content })
    case 'ReplyEdited':
      return edited(thread, event.data.postId, { content: event.data.content })
    case 'ThreadPinned':
      return { ...thread, isPinned: true }
    case 'ThreadUnpinned':
      return { ...thread, isPinned: false }
    case 'ThreadLocked':
      return { ...thread, isLocked: true }
    case 'ThreadUnlocked':
      return { ...thread, isLocked: false }
    case 'ThreadDeleted':
      return changed(withoutReports(thread), event.data.threadId, { isDeleted: true })
    case 'ThreadRestored':
      return changed(thread, event.data.threadId, { isDeleted: false })
    case 'ReplyDeleted':
      return changed(thread, event.data.postId, { isDeleted: true, openReporters: new Set() })
    case 'ReplyRestored':
      return changed(thread, event.data.postId, { isDeleted: false })
    case 'ContentScreened':
      return changed(thread, event.data.contentId, { status: statusAfter[event.data.outcome] })
    case 'ContentFlagged':
      return changed(thread, event.data.contentId, { status: 'pending' })
    case 'ContentHidden':
      return changed(thread, event.data.contentId, { status: 'pending', isHidden: true })
    case 'ContentShownAgain':
      return changed(thread, event.data.contentId, { status: 'approved', isHidden: false })
    case 'ContentApproved':
      return decided(thread, event.data.contentId, 'approved', event.data.decidedBy)
    case 'ContentRejected':
      return decided(thread, event.data.contentId, 'rejected', event.data.decidedBy)
    case 'AppealFiled':
      return changed(thread, event.data.contentId, { appeal: 'open' })
    case 'VersionHidden':
    case 'VersionShown': {
      const { contentId, writtenAt } = event.data
      const hidden = new Set(thread.items.get(contentId)?.hiddenVersions).add(writtenAt)
      if (event.type === 'VersionShown') hidden.delete(writtenAt)
      return changed(thread, contentId, { hiddenVersions: hidden })
    }
    case 'ContentReported':
      return reported(thread, event.data.contentId, event.data.subject)
  }
}

function withItem(thread: ForumThread, id: number, item: Item): ForumThread {
  return { ...thread, items: new Map(thread.items).set(id, item) }
}

function changed(thread: ForumThread, id: number, change: Partial<Item>): ForumThread {
  const item = thread.items.get(id)
  return item ? withItem(thread, id, { ...item, ...change }) : thread
}

function decided(thread: ForumThread, id: number, status: Item['status'], by: 'moderator' | 'admin'): ForumThread {
  const isAppealed = thread.items.get(id)?.appeal === 'open'
  return changed(thread, id, {
    status,
    openReporters: new Set(),
    isHidden: false,
    isKept: by === 'admin' && status === 'approved',
    ...(isAppealed && { appeal: 'answered' }),
  })
}

/** The text that an admin kept is another text now. Open reports stay: an edit does not shake them off. */
const edited = (thread: ForumThread, id: number, words: Pick<Item, 'content'> & Partial<Item>): ForumThread =>
  changed(thread, id, { ...words, isKept: false, reporters: new Set() })

function reported(thread: ForumThread, id: number, subject: string): ForumThread {
  const item = thread.items.get(id)
  if (!item) return thread
  return changed(thread, id, {
    openReporters: new Set(item.openReporters).add(subject),
    reporters: new Set(item.reporters).add(subject),
  })
}

const withoutReports = ({ items, ...thread }: ForumThread): ForumThread => ({
  ...thread,
  items: new Map([...items].map(([id, item]) => [id, { ...item, openReporters: new Set<string>() }])),
})

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
}

/** A thread with all its replies, by id; the opening post is the item with the thread's id. */
export type ForumThread = { isPinned: boolean; isLocked: boolean; items: ReadonlyMap<number, Item> }

export const noThread: ForumThread = { isPinned: false, isLocked: false, items: new Map() }

const unscreened = { title: '', status: 'pending', isDeleted: false, appeal: 'none' } as const

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
      return changed(thread, event.data.threadId, { title: event.data.title, content: event.data.content })
    case 'ReplyEdited':
      return changed(thread, event.data.postId, { content: event.data.content })
    case 'ThreadPinned':
      return { ...thread, isPinned: true }
    case 'ThreadUnpinned':
      return { ...thread, isPinned: false }
    case 'ThreadLocked':
      return { ...thread, isLocked: true }
    case 'ThreadUnlocked':
      return { ...thread, isLocked: false }
    case 'ThreadDeleted':
      return changed(thread, event.data.threadId, { isDeleted: true })
    case 'ThreadRestored':
      return changed(thread, event.data.threadId, { isDeleted: false })
    case 'ReplyDeleted':
      return changed(thread, event.data.postId, { isDeleted: true })
    case 'ReplyRestored':
      return changed(thread, event.data.postId, { isDeleted: false })
    case 'ContentScreened':
      return changed(thread, event.data.contentId, { status: statusAfter[event.data.outcome] })
    case 'ContentFlagged':
      return changed(thread, event.data.contentId, { status: 'pending' })
    case 'ContentApproved':
      return decided(thread, event.data.contentId, 'approved')
    case 'ContentRejected':
      return decided(thread, event.data.contentId, 'rejected')
    case 'AppealFiled':
      return changed(thread, event.data.contentId, { appeal: 'open' })
  }
}

function withItem(thread: ForumThread, id: number, item: Item): ForumThread {
  return { ...thread, items: new Map(thread.items).set(id, item) }
}

function changed(thread: ForumThread, id: number, change: Partial<Item>): ForumThread {
  const item = thread.items.get(id)
  return item ? withItem(thread, id, { ...item, ...change }) : thread
}

function decided(thread: ForumThread, id: number, status: Item['status']): ForumThread {
  const isAppealed = thread.items.get(id)?.appeal === 'open'
  return changed(thread, id, { status, ...(isAppealed ? { appeal: 'answered' } : {}) })
}

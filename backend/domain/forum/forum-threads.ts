import { type Decider, DomainError } from '../../kernel/eventlog/decider.ts'
import { appealed, decision, screened, versionShown } from './forum-moderation.ts'
import { recounted, reported } from './forum-reports.ts'
import type { ForumThreadCommand, ForumThreadEvent } from './forum-thread-events.ts'
import { evolveForumThread, type ForumThread, type Item, noThread } from './forum-thread-state.ts'
import { type Screening, verdictOn } from './screening.ts'

/** One stream per thread with all its replies, so that locks, deletions and replies are decided one after the other. */
export const forumThreadStream = (threadId: number) => `forum-thread-${threadId}`

/** Each decision reads the whole stream; a discussion this long should continue in a new thread. */
export const maxReplies = 500

type What = 'Thread' | 'Reply'
const notFound = (what: What) => new DomainError('not_found', `${what} not found.`)

function existingThread({ items }: ForumThread, threadId: number): Item {
  const thread = items.get(threadId)
  if (!thread || thread.isDeleted) throw notFound('Thread')
  return thread
}

function requireOpen({ isLocked }: ForumThread): void {
  if (isLocked) throw new DomainError('conflict', 'This thread is locked: no new replies or edits.')
}

/**
 * The post must be public and the author’s own. A held or rejected post is decided as it was written, so that an admin
 * cannot approve text they have not seen.
 */
function editable(item: Item | undefined, authorId: number, what: What, screening: Screening): Item {
  if (!item || item.isDeleted) throw notFound(what)
  if (item.authorId !== authorId) throw new DomainError('forbidden', 'You can only edit your own posts.')
  if (item.status === 'pending')
    throw new DomainError('conflict', 'This post is waiting for review and cannot be edited until then.')
  if (item.status === 'rejected')
    throw new DomainError('conflict', 'This post was rejected and cannot be edited. You can appeal or write a new one.')
  const { outcome, reason } = verdictOn(screening)
  if (outcome === 'refused') throw new DomainError('unprocessable', reason)
  return item
}

function isDeleted(item: Item | undefined, what: What): boolean {
  if (!item) throw notFound(what)
  return item.isDeleted
}

export const forumThreads: Decider<ForumThread, ForumThreadCommand, ForumThreadEvent> = {
  initialState: noThread,
  evolve: evolveForumThread,
  decide(command, thread) {
    const { items } = thread
    switch (command.type) {
      case 'StartThread': {
        const { screening, ...data } = command.data
        const { threadId, subject } = data
        if (items.has(threadId)) throw new DomainError('conflict', 'This thread was already started.')
        const content = { threadId, contentId: threadId, contentType: 'thread', subject } as const
        return [{ type: 'ThreadStarted', data }, ...screened(content, screening)]
      }
      case 'PostReply': {
        const { screening, ...data } = command.data
        const { threadId, postId, subject } = data
        if (existingThread(thread, threadId).status !== 'approved') throw notFound('Thread')
        requireOpen(thread)
        if (items.has(postId)) throw new DomainError('conflict', 'This reply was already posted.')
        if (items.size > maxReplies)
          throw new DomainError('conflict', 'This thread is full. Please start a new one to continue the discussion.')
        const content = { threadId, contentId: postId, contentType: 'post', subject } as const
        return [{ type: 'ReplyPosted', data }, ...screened(content, screening)]
      }
      case 'EditThread': {
        const { threadId, authorId, title, content, screening } = command.data
        const { subject, ...old } = editable(items.get(threadId), authorId, 'Thread', screening)
        requireOpen(thread)
        if (old.title === title && old.content === content) return []
        const edited = { threadId, contentId: threadId, contentType: 'thread', subject } as const
        return [{ type: 'ThreadEdited', data: { threadId, subject, title, content } }, ...screened(edited, screening)]
      }
      case 'EditReply': {
        const { threadId, postId, authorId, content, screening } = command.data
        existingThread(thread, threadId)
        const { subject, ...old } = editable(items.get(postId), authorId, 'Reply', screening)
        requireOpen(thread)
        if (old.content === content) return []
        const edited = { threadId, contentId: postId, contentType: 'post', subject } as const
        return [{ type: 'ReplyEdited', data: { threadId, postId, subject, content } }, ...screened(edited, screening)]
      }
      case 'PinThread':
        existingThread(thread, command.data.threadId)
        return thread.isPinned ? [] : [{ type: 'ThreadPinned', data: command.data }]
      case 'UnpinThread':
        existingThread(thread, command.data.threadId)
        return thread.isPinned ? [{ type: 'ThreadUnpinned', data: command.data }] : []
      case 'LockThread':
        existingThread(thread, command.data.threadId)
        return thread.isLocked ? [] : [{ type: 'ThreadLocked', data: command.data }]
      case 'UnlockThread':
        existingThread(thread, command.data.threadId)
        return thread.isLocked ? [{ type: 'ThreadUnlocked', data: command.data }] : []
      case 'DeleteThread':
        return isDeleted(items.get(command.data.threadId), 'Thread')
          ? []
          : [{ type: 'ThreadDeleted', data: command.data }]
      case 'RestoreThread':
        return isDeleted(items.get(command.data.threadId), 'Thread')
          ? [{ type: 'ThreadRestored', data: command.data }]
          : []
      case 'DeleteReply':
        return isDeleted(items.get(command.data.postId), 'Reply') ? [] : [{ type: 'ReplyDeleted', data: command.data }]
      case 'RestoreReply':
        return isDeleted(items.get(command.data.postId), 'Reply') ? [{ type: 'ReplyRestored', data: command.data }] : []
      case 'ApproveContent':
      case 'RejectContent':
        return decision(command, thread)
      case 'ReportContent':
        return reported(command, thread)
      case 'CountReportsAgain':
        return recounted(command, thread)
      case 'HideVersion':
      case 'ShowVersion':
        return versionShown(command, thread)
      case 'FileAppeal':
        return appealed(command, thread)
    }
  },
}

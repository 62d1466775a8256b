import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { Content, ForumThreadCommand, ForumThreadEvent } from './forum-thread-events.ts'
import type { ForumThread } from './forum-thread-state.ts'
import { type Screening, verdictOn } from './screening.ts'

type CommandOf<Type extends ForumThreadCommand['type']> = Extract<ForumThreadCommand, { type: Type }>

/** Outcome for a new post: published, held for review, or rejected (and kept, so that its author can appeal). */
export function screened(content: Content, screening: Screening): ForumThreadEvent[] {
  const verdict = verdictOn(screening)
  const data = { ...content, ...verdict, thresholds: screening.thresholds }
  const screenedEvent: ForumThreadEvent = { type: 'ContentScreened', data }
  switch (verdict.outcome) {
    case 'approved':
      return [screenedEvent]
    case 'held':
      return [screenedEvent, { type: 'ContentFlagged', data: content }]
    case 'refused':
      return [screenedEvent, { type: 'ContentRejected', data: { ...content, decidedBy: 'moderator', adminNotes: '' } }]
  }
}

const notFound = () => new DomainError('not_found', 'Content not found.')

/** An admin decides on a held, appealed or reported post; repeating the same decision changes nothing. */
export function decision(
  { type, data }: CommandOf<'ApproveContent' | 'RejectContent'>,
  { items }: ForumThread,
): ForumThreadEvent[] {
  const { threadId, contentId, adminNotes } = data
  const item = items.get(contentId)
  if (!item || item.isDeleted || items.get(threadId)?.isDeleted) throw notFound()
  const wanted = type === 'ApproveContent' ? 'approved' : 'rejected'
  const isOpen = item.status === 'pending' || item.appeal === 'open' || item.openReporters.size > 0
  if (!isOpen && item.status === wanted) return []
  if (!isOpen)
    throw new DomainError(
      'conflict',
      `This post has already been ${item.status}. Reload the queue to see the decision.`,
    )
  const { contentType, subject } = item
  const decided = { threadId, contentId, contentType, subject, decidedBy: 'admin', adminNotes } as const
  return [{ type: type === 'ApproveContent' ? 'ContentApproved' : 'ContentRejected', data: decided }]
}

/** One appeal per post: once an admin has decided it, the decision is final. */
export function appealed({ data }: CommandOf<'FileAppeal'>, { items }: ForumThread): ForumThreadEvent[] {
  const { threadId, contentId, authorId, appeal } = data
  const item = items.get(contentId)
  if (!item || item.authorId !== authorId || item.isDeleted || items.get(threadId)?.isDeleted) throw notFound()
  if (item.appeal === 'open') return []
  if (item.appeal === 'answered') throw new DomainError('conflict', 'Your appeal has already been decided.')
  if (item.status !== 'rejected') throw new DomainError('conflict', 'You can only appeal a post that was rejected.')
  const { contentType, subject } = item
  return [{ type: 'AppealFiled', data: { threadId, contentId, contentType, subject, appeal } }]
}

/** Hides an earlier version of a post from everyone but moderators, or shows it again. */
export function versionShown(
  { type, data }: CommandOf<'HideVersion' | 'ShowVersion'>,
  { items }: ForumThread,
): ForumThreadEvent[] {
  const item = items.get(data.contentId)
  if (!item) throw notFound()
  const hides = type === 'HideVersion'
  if (item.hiddenVersions.has(data.writtenAt) === hides) return []
  const { contentType, subject } = item
  return [{ type: hides ? 'VersionHidden' : 'VersionShown', data: { ...data, contentType, subject } }]
}

import { DomainError } from '../../kernel/eventlog/decider.ts'
import { type Known, peopleAmong } from './forum-readers.ts'
import type { ForumThreadCommand, ForumThreadEvent } from './forum-thread-events.ts'
import type { ForumThread, Item } from './forum-thread-state.ts'

/** So many people hide a post, and no more can report it until an admin decides. */
const peopleToHide = 3
/** All reports that wait for a decision about one post. */
const maxOpenReports = 20

const heardAmong = (subjects: ReadonlySet<string>, { readers, at }: Known) =>
  peopleAmong(
    readers.filter(({ subject }) => subjects.has(subject)),
    at,
  )

/** A discussion is more than its opening post, so only an admin takes it away. */
const isDiscussed = ({ items }: ForumThread, threadId: number): boolean => {
  const author = items.get(threadId)?.authorId
  return [...items].some(
    ([id, item]) => id !== threadId && item.authorId !== author && item.status === 'approved' && !item.isDeleted,
  )
}

/** True when reports alone may hide it; all others only reach the queue. */
const canBeHidden = (thread: ForumThread, item: Item, contentId: number, { isByStaff }: Known): boolean =>
  !item.isKept && !isByStaff && !(item.contentType === 'thread' && isDiscussed(thread, contentId))

const notFound = () => new DomainError('not_found', 'Content not found.')

type CommandOf<Type extends ForumThreadCommand['type']> = Extract<ForumThreadCommand, { type: Type }>

/**
 * A reader reports a public post of another author, once per text. Three people hide it until an admin decides, unless an
 * admin wrote it or has already approved this very text, or it opens a discussion.
 */
export function reported({ data }: CommandOf<'ReportContent'>, thread: ForumThread): ForumThreadEvent[] {
  const { reporterId, readers, isByStaff, at, ...report } = data
  const { threadId, contentId, subject } = report
  const known = { readers, isByStaff, at }
  const [item, opening] = [thread.items.get(contentId), thread.items.get(threadId)]
  if (!item || item.isDeleted || !opening || opening.isDeleted) throw notFound()
  if (item.authorId === reporterId)
    throw new DomainError('forbidden', 'This is your own post. You can edit it instead.')
  if (item.reporters.has(subject)) return []
  const isFull = item.openReporters.size >= maxOpenReports
  const ofThisText = item.openReporters.intersection(item.reporters)
  if (item.isHidden || isFull || heardAmong(ofThisText, known) >= peopleToHide)
    throw new DomainError('conflict', 'Other readers have reported this post, and a moderator will decide about it.')
  if (item.status !== 'approved' || opening.status !== 'approved') throw notFound()
  const { contentType } = item
  const content = { threadId, contentId, contentType, subject: item.subject }
  const openReporters = new Set(item.openReporters).add(subject)
  const hides = canBeHidden(thread, item, contentId, known) && heardAmong(openReporters, known) >= peopleToHide
  return [
    { type: 'ContentReported', data: { ...report, contentType } },
    ...(hides ? [{ type: 'ContentHidden', data: content } as const] : []),
  ]
}

/** Shows a post again that too few people hide now that some of them are banned. Their reports stay in the queue. */
export function recounted({ data }: CommandOf<'CountReportsAgain'>, { items }: ForumThread): ForumThreadEvent[] {
  const { threadId, contentId } = data
  const item = items.get(contentId)
  if (!item?.isHidden || heardAmong(item.openReporters, data) >= peopleToHide) return []
  const { contentType, subject } = item
  return [{ type: 'ContentShownAgain', data: { threadId, contentId, contentType, subject } }]
}

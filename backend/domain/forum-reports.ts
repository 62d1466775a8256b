import { DomainError } from './decider.ts'
import type { ForumThreadCommand, ForumThreadEvent } from './forum-thread-events.ts'
import type { ForumThread, Item } from './forum-thread-state.ts'
import { inboxOf } from './inboxes.ts'

/** What is known of a reader who reported a post, at the time of a decision about it. */
export type Reader = {
  subject: string
  email: string
  /** From where they reported; equal for all addresses of one network. */
  network: string
  /** Banned or deactivated. */
  isOut: boolean
  /** ISO 8601. */
  joinedAt: string
  hasPublicPost: boolean
  /** What came of their latest reports about any post, the latest first. */
  outcomes: readonly ('kept' | 'removed')[]
}

/** So many people hide a post, and no more can report it until an admin decides. */
const peopleToHide = 3
/** Reports that wait for a decision about one post, whoever made them. */
const mostOpenReports = 20
/** An account that is younger counts once it has a post that stands. */
const settledAfter = 24 * 60 * 60 * 1000 // ms
/** A reader whose latest reports were all turned down hides nothing. */
const turnedDownInARow = 3

const isHeard = (reader: Reader, at: string): boolean => {
  const latest = reader.outcomes.slice(0, turnedDownInARow)
  return (
    !reader.isOut &&
    (reader.hasPublicPost || Date.parse(at) - Date.parse(reader.joinedAt) >= settledAfter) &&
    !(latest.length === turnedDownInARow && latest.every((outcome) => outcome === 'kept'))
  )
}

/** The number of these readers that are surely different people: no two of them share an inbox or a network. */
export function peopleAmong(readers: readonly Reader[], at: string): number {
  const inboxes = new Set<string>()
  const networks = new Set<string>()
  for (const reader of readers) {
    const inbox = inboxOf(reader.email)
    if (!isHeard(reader, at) || inboxes.has(inbox) || networks.has(reader.network)) continue
    inboxes.add(inbox)
    networks.add(reader.network)
  }
  return inboxes.size
}

/** `readers`: everyone who reported it; a report of a reader who is not among them does not count. */
export type Known = { readers: readonly Reader[]; isByStaff: boolean; at: string }

const heardAbout = ({ openReporters }: Item, { readers, at }: Known) =>
  peopleAmong(
    readers.filter(({ subject }) => openReporters.has(subject)),
    at,
  )

/** A discussion is more than its opening post, so only an admin takes it away. */
const isDiscussed = ({ items }: ForumThread, threadId: number): boolean => {
  const author = items.get(threadId)?.authorId
  return [...items].some(
    ([id, item]) => id !== threadId && item.authorId !== author && item.status === 'approved' && !item.isDeleted,
  )
}

/** Whether reports alone may hide it; all others only reach the queue. */
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
  const isFull = item.openReporters.size >= mostOpenReports
  if (item.isHidden || isFull || heardAbout(item, known) >= peopleToHide)
    throw new DomainError('conflict', 'Other readers have reported this post, and a moderator will decide about it.')
  if (item.status !== 'approved' || opening.status !== 'approved') throw notFound()
  const { contentType } = item
  const content = { threadId, contentId, contentType, subject: item.subject }
  const openReporters = new Set(item.openReporters).add(subject)
  const hides =
    canBeHidden(thread, item, contentId, known) && heardAbout({ ...item, openReporters }, known) >= peopleToHide
  return [
    { type: 'ContentReported', data: { ...report, contentType } },
    ...(hides ? [{ type: 'ContentHidden', data: content } as const] : []),
  ]
}

/** Shows a post again that too few people hide now that some of them are banned. Their reports stay in the queue. */
export function recounted({ data }: CommandOf<'CountReportsAgain'>, { items }: ForumThread): ForumThreadEvent[] {
  const { threadId, contentId } = data
  const item = items.get(contentId)
  if (!item?.isHidden || heardAbout(item, data) >= peopleToHide) return []
  const { contentType, subject } = item
  return [{ type: 'ContentShownAgain', data: { threadId, contentId, contentType, subject } }]
}

import type { Fact } from '../../kernel/eventlog/decider.ts'
import type { Known } from './forum-readers.ts'
import type { Outcome, Screening, Verdict } from './screening.ts'

type Thread = { threadId: number }
type Post = { threadId: number; postId: number }
type ContentId = Thread & { contentId: number }
/** The opening post of a thread or a reply: their ids come from one sequence. */
export type Content = ContentId & { contentType: 'thread' | 'post'; subject: string }
type Opening = Thread & { categoryId: number; authorId: number; subject: string; title: string; content: string }
type Reply = Post & { authorId: number; subject: string; content: string }
type ThreadText = Thread & { subject: string; title: string; content: string }
type ReplyText = Post & { subject: string; content: string }
type Screened = Content & Verdict & { thresholds: Screening['thresholds']; outcome: Outcome }
/** Fault that a reader finds with a post. */
export type ReportReason = Exclude<Verdict['violationType'], 'none'> | 'other'
type Decision = Content & { decidedBy: 'moderator' | 'admin'; adminNotes: string }

export type ForumThreadCommand =
  | Fact<'StartThread', Opening & { screening: Screening }>
  | Fact<'PostReply', Reply & { screening: Screening }>
  | Fact<'EditThread', Thread & { authorId: number; title: string; content: string; screening: Screening }>
  | Fact<'EditReply', Post & { authorId: number; content: string; screening: Screening }>
  | Fact<'PinThread' | 'UnpinThread' | 'LockThread' | 'UnlockThread' | 'DeleteThread' | 'RestoreThread', Thread>
  | Fact<'DeleteReply' | 'RestoreReply', Post>
  | Fact<'ApproveContent' | 'RejectContent', ContentId & { adminNotes: string }>
  | Fact<
      'ReportContent',
      ContentId & Known & { reporterId: number; subject: string; reason: ReportReason; note: string }
    >
  /** A reader was banned. */
  | Fact<'CountReportsAgain', ContentId & Known>
  | Fact<'HideVersion' | 'ShowVersion', ContentId & { writtenAt: string }>
  | Fact<'FileAppeal', ContentId & { authorId: number; appeal: string }>

export type ForumThreadEvent =
  | Fact<'ThreadStarted', Opening>
  | Fact<'ReplyPosted', Reply>
  | Fact<'ThreadEdited', ThreadText>
  | Fact<'ReplyEdited', ReplyText>
  | Fact<'ThreadPinned', Thread>
  | Fact<'ThreadUnpinned', Thread>
  | Fact<'ThreadLocked', Thread>
  | Fact<'ThreadUnlocked', Thread>
  | Fact<'ThreadDeleted', Thread>
  | Fact<'ThreadRestored', Thread>
  | Fact<'ReplyDeleted', Post>
  | Fact<'ReplyRestored', Post>
  /** Every new text is screened once, and is not public before this event. */
  | Fact<'ContentScreened', Screened>
  | Fact<'ContentFlagged', Content>
  | Fact<'ContentApproved', Decision>
  | Fact<'ContentRejected', Decision>
  | Fact<'AppealFiled', Content & { appeal: string }>
  /** `subject`: the reader who reports, not the author. */
  | Fact<'ContentReported', Content & { reason: ReportReason; note: string }>
  /** An earlier version of a text, by the time of the event that holds it; only moderators read it from then on. */
  | Fact<'VersionHidden', Content & { writtenAt: string }>
  | Fact<'VersionShown', Content & { writtenAt: string }>
  /** By the reports of several readers, until an admin decides. */
  | Fact<'ContentHidden', Content>
  /** Some of these readers were banned, and the others are too few. */
  | Fact<'ContentShownAgain', Content>

/** True when the event gives this thread or reply its words. */
export const isTextOf = (contentId: number, { data }: ForumThreadEvent): boolean =>
  'content' in data && contentId === ('postId' in data ? data.postId : data.threadId)

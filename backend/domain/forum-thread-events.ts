import type { Fact } from './decider.ts'
import type { Outcome, Screening, Verdict } from './screening.ts'

type Thread = { threadId: number }
type Post = { threadId: number; postId: number }
/** The opening post of a thread or a reply: their ids come from one sequence. */
export type Content = { threadId: number; contentId: number; contentType: 'thread' | 'post'; subject: string }
type Opening = Thread & { categoryId: number; authorId: number; subject: string; title: string; content: string }
type Reply = Post & { authorId: number; subject: string; content: string }
type ThreadText = Thread & { subject: string; title: string; content: string }
type ReplyText = Post & { subject: string; content: string }
type Screened = Content & Verdict & { thresholds: Screening['thresholds']; outcome: Outcome }
type Decision = Content & { decidedBy: 'moderator' | 'admin'; adminNotes: string }

export type ForumThreadCommand =
  | Fact<'StartThread', Opening & { screening: Screening }>
  | Fact<'PostReply', Reply & { screening: Screening }>
  | Fact<'EditThread', Thread & { authorId: number; title: string; content: string; screening: Screening }>
  | Fact<'EditReply', Post & { authorId: number; content: string; screening: Screening }>
  | Fact<'PinThread' | 'UnpinThread' | 'LockThread' | 'UnlockThread' | 'DeleteThread' | 'RestoreThread', Thread>
  | Fact<'DeleteReply' | 'RestoreReply', Post>
  | Fact<'ApproveContent' | 'RejectContent', { threadId: number; contentId: number; adminNotes: string }>
  | Fact<'FileAppeal', { threadId: number; contentId: number; authorId: number; appeal: string }>

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

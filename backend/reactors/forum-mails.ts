import type { Knex } from 'knex'
import type { ForumThreadEvent } from '../domain/forum/forum-thread-events.ts'
import type { Item } from '../domain/forum/forum-thread-state.ts'
import { forumThreads } from '../domain/forum/forum-threads.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { type ForumDecision, forumDecisionContent, reportOutcomeContent } from '../mail/forum-templates.ts'
import type { MailContent, Sender } from '../mail/layout.ts'
import type { LimitedMails } from '../mail/limited-mails.ts'
import { ownItemRow, reportsDecidedBy } from '../read-model/moderation.ts'
import { preferencesOf } from '../read-model/preferences.ts'
import { accountRow } from '../read-model/users.ts'
import type { CurrentSuppression } from './current-suppression.ts'
import { causedBy } from './event-mails.ts'
import { type Reached, requireReached } from './reached.ts'

type Of<Type extends ForumThreadEvent['type']> = Recorded<Extract<ForumThreadEvent, { type: Type }>>
type Decision = Of<'ContentApproved' | 'ContentRejected'>
type Deletion = Of<'ReplyDeleted' | 'ThreadDeleted'>

export type ForumMailsReactor = {
  name: 'forum-mails'
  on: { [E in Decision | Deletion as E['type']]: (event: E) => Promise<void> }
  concerns(event: Recorded): boolean
}

/** Message to an author about a decision on a post that was in this state; null: nothing changed for them. */
function heard({ type, data }: Decision, { appeal, status, openReporters }: Item): ForumDecision['decision'] | null {
  const isApproved = type === 'ContentApproved'
  const isReported = openReporters.size > 0
  if (appeal === 'open') return isApproved ? 'appeal granted' : 'appeal turned down'
  if (!isApproved) return data.decidedBy === 'moderator' ? 'refused' : isReported ? 'removed' : 'rejected'
  if (status !== 'pending') return null
  return isReported ? 'shown again' : 'published'
}

/**
 * Tells authors what was decided about their posts, and readers what came of their reports: once per decision and while it
 * stands. Erased people, addresses whose mail came back, and people who turned email updates off get none.
 */
export function forumMailsReactor({
  knex,
  reached,
  earlier,
  currentSuppression,
  limitedMails,
  sender,
  decisionMails,
}: {
  knex: Knex
  reached: Reached
  /** The events of its stream before this one. */
  earlier(event: Recorded): Promise<Recorded<ForumThreadEvent>[]>
  currentSuppression: CurrentSuppression
  limitedMails: Pick<LimitedMails, 'sendOnce' | 'leaveOut'>
  sender: () => Sender
  /** Switched off: no decision is mailed. */
  decisionMails: boolean
}): ForumMailsReactor {
  async function mail(
    { userId, key, what }: { userId: number; key: string; what: string },
    event: Recorded,
    write: () => MailContent,
  ): Promise<void> {
    const [account, { emailUpdates }] = await Promise.all([accountRow(knex, userId), preferencesOf(knex, userId)])
    if (account === null) return
    const { subject, user } = account
    const letter = { key, ...causedBy('forum-mails', event), kind: 'decision', subject, what } as const
    if (!emailUpdates) return limitedMails.leaveOut(letter, 'switchedOff')
    const suppression = await currentSuppression(subject)
    if (suppression && suppression.reason !== 'unsubscribed') return limitedMails.leaveOut(letter, suppression.reason)
    await limitedMails.sendOnce(letter, user.email, async () => write())
  }

  async function tellAuthor(event: Decision): Promise<void> {
    const { threadId, contentId, contentType } = event.data
    const before = (await earlier(event)).reduce(forumThreads.evolve, forumThreads.initialState).items.get(contentId)
    if (before === undefined) return
    const decision = heard(event, before)
    const item = await ownItemRow(knex, contentId, before.authorId)
    const wanted = event.type === 'ContentApproved' ? 'approved' : 'rejected'
    if (decision === null || item?.status !== wanted) return
    const { reason, adminNotes: note } = item
    const what = `Decision about a ${contentType} in the forum: ${decision}`
    await mail({ userId: before.authorId, key: `forum-decision.${event.id}`, what }, event, () =>
      forumDecisionContent(sender(), { decision, threadId, contentId, contentType, reason, note }),
    )
  }

  async function tellReporters(event: Decision | Deletion): Promise<void> {
    for (const { reporterId: userId, contentId, threadId, outcome } of await reportsDecidedBy(knex, event.id)) {
      const key = `forum-report.${event.id}.${contentId}.${userId}`
      const what = `Decision about a reported post: ${outcome}`
      await mail({ userId, key, what }, event, () => reportOutcomeContent(sender(), { outcome, threadId, contentId }))
    }
  }

  async function tell(event: Decision | Deletion): Promise<void> {
    await requireReached(reached, event.position)
    if (event.type === 'ContentApproved' || event.type === 'ContentRejected') await tellAuthor(event)
    await tellReporters(event)
  }

  return {
    name: 'forum-mails',
    on: { ContentApproved: tell, ContentRejected: tell, ReplyDeleted: tell, ThreadDeleted: tell },
    concerns: ({ metadata: { actor } }) => decisionMails && actor.kind !== 'system',
  }
}

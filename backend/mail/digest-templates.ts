import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'
import { becauseOfTeam } from './staff-reason.ts'

/** Number of items that wait for staff. `volunteers`: applications of the last 24 hours; `reviewed`: by kind of item. */
export type Waiting = {
  reviewed: readonly { item: string; many: string; count: number }[]
  moderation: number
  appeals: number
  volunteers: number
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [count === 1 ? one : `${count.toLocaleString('en-US')} ${many}`]

const linesOf = ({ reviewed, moderation, appeals, volunteers }: Waiting): string[] => [
  ...counted(volunteers, 'One new volunteer is waiting to hear from us', 'new volunteers are waiting to hear from us'),
  ...reviewed.flatMap(({ item, many, count }) =>
    counted(count, `One ${item} is waiting for review`, `${many} are waiting for review`),
  ),
  ...counted(moderation, 'One forum post is waiting for review', 'forum posts are waiting for review'),
  ...counted(appeals, 'One author has appealed a decision', 'authors have appealed a decision'),
]

export const isNothing = (waiting: Waiting): boolean => linesOf(waiting).length === 0

/** Sent to a member of staff once a day while items wait; numbers only, and no names. */
export function digestMail(sender: Sender, to: string, waiting: Waiting): Mail {
  const lines = linesOf(waiting)
  return renderMail(sender, to, {
    subject: `${lines.length === 1 ? lines[0] : `${lines[0]}, and more`}: ${sender.siteName}`,
    heading: 'Waiting for you today',
    paragraphs: lines.map((line) => `${line}.`),
    action: { label: 'Open the console', url: `${sender.publicUrl}/admin` },
    reason: `${becauseOfTeam(sender)} We send it at most once a day, when something needs your attention.`,
  })
}

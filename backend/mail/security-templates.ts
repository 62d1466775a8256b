import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'
import { becauseOfTeam } from './staff-reason.ts'

/** Sent to a member of staff: the events, in numbers and without names. */
export function securityAlertMail(
  sender: Sender,
  to: string,
  { lines, mayReadActions }: { lines: readonly string[]; mayReadActions: boolean },
): Mail {
  const [first = '', ...others] = lines
  return renderMail(sender, to, {
    subject: `Security: ${first}${others.length > 0 ? ', and more' : ''}`,
    heading: 'Was this you or your team?',
    paragraphs: [
      ...lines.map((line) => `${line}.`),
      mayReadActions
        ? 'The action log shows who did it and when. If something should not have happened, remove that person’s rights and end their sessions.'
        : 'If you do not know why this happened, tell an administrator: the action log shows them who did it and when.',
    ],
    action: mayReadActions
      ? { label: 'Open the action log', url: `${sender.publicUrl}/admin?tab=actions` }
      : { label: 'Open the console', url: `${sender.publicUrl}/admin` },
    hasAddress: true,
    reason: `${becauseOfTeam(sender)} We send at most one every ten minutes.`,
  })
}

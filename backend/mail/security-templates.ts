import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'

/** Sent to an admin: the events, in numbers and without names. */
export function securityAlertMail(sender: Sender, to: string, lines: readonly string[]): Mail {
  const [first = '', ...others] = lines
  return renderMail(sender, to, {
    subject: `Security: ${first}${others.length > 0 ? ', and more' : ''}`,
    heading: 'Was this you or your team?',
    paragraphs: [
      ...lines.map((line) => `${line}.`),
      'The action log shows who did it and when. If something should not have happened, remove that person’s admin rights and end their sessions.',
    ],
    action: { label: 'Open the action log', url: `${sender.publicUrl}/admin?tab=actions` },
    hasAddress: true,
    reason: `You are receiving this message because you administer ${sender.siteName}. We send at most one every ten minutes.`,
  })
}

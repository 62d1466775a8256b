import { mailConsentStream, mailConsents } from '../../../backend/domain/mail/mail-consents.ts'
import { systemContext } from '../../../backend/kernel/eventlog/command-context.ts'
import type { Handle } from '../../../backend/kernel/eventlog/handle.ts'

/** The mail server of this person says that there is no such mailbox. */
export async function bounces({ core }: { core: { handle: Handle } }, subject: string): Promise<void> {
  const at = new Date().toISOString()
  const bounce = { subject, campaignId: null, kind: 'hard', code: '5.1.1', at } as const
  const command = { type: 'ReportMailBounce', data: bounce } as const
  await core.handle(mailConsents, mailConsentStream(subject), command, systemContext())
}

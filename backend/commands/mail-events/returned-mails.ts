import { kindOfBounce } from '../../domain/bounces.ts'
import { mailConsentStream, mailConsents } from '../../domain/mail-consents.ts'
import { systemContext } from '../../eventlog/command-context.ts'
import { applySuppression } from '../mail-consents/mail-suppressions.ts'
import { type ReportTools, recordReports } from './record.ts'

/** What mail/returned-mail.ts reads from a mail to our bounce address. */
type ReturnedMail =
  | { type: 'bounce'; messageId: string; code: string; at: string }
  | { type: 'complaint'; messageId: string; at: string }
  | { type: 'unsubscribe'; token: string }

type Tools = ReportTools & {
  unsubscribeTokens: { read(token: string): { subject: string; campaignId: number | null } | null }
}

/** Only our own Message-IDs count: anybody can write a mail that names an address. */
export async function recordReturnedMail(tools: Tools, mail: ReturnedMail): Promise<void> {
  if (mail.type === 'unsubscribe') return unsubscribeByMail(tools, mail.token)
  const report = mail.type === 'bounce' ? { ...mail, kind: kindOfBounce(mail.code) } : mail
  await recordReports(tools, [{ ...report, email: null }])
}

async function unsubscribeByMail(tools: Tools, token: string): Promise<void> {
  const owner = tools.unsubscribeTokens.read(token)
  if (!owner) return
  const key = (await tools.subjects.read([owner.subject])).get(owner.subject)
  if (key === undefined || key === 'erased') return
  const context = systemContext()
  const command = { type: 'UnsubscribeFromMail', data: { ...owner, at: context.at } } as const
  await tools.handle(mailConsents, mailConsentStream(owner.subject), command, context)
  await applySuppression(tools, owner.subject)
}

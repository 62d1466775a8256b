import type { MailReport } from './mail-report.ts'
import { type ReportTools, recordReports } from './record.ts'

/** The result of mail/returned-mail.ts for an email to our bounce address. */
type ReturnedMail =
  | { type: 'bounce'; messageId: string; kind: 'hard' | 'soft'; code: string; recipient: string | null; at: string }
  | { type: 'complaint' | 'unsubscribe_report'; messageId: string; at: string }
  | { type: 'unsubscribe'; token: string }

type Tools = ReportTools & {
  unsubscribeTokens: { read(token: string): { subject: string; campaignId: number | null } | null }
}

/**
 * Only our own Message-IDs and tokens count: any sender can write a mail that names an address. `key`: of the mail; it
 * acts once, even if the mailbox keeps it and the person chose to come back.
 */
export async function recordReturnedMail(tools: Tools, mail: ReturnedMail, key: string): Promise<void> {
  if (mail.type !== 'unsubscribe') {
    const email = null
    const report: MailReport =
      mail.type === 'bounce'
        ? { ...mail, email }
        : { ...mail, type: mail.type === 'unsubscribe_report' ? 'unsubscribe' : mail.type, email }
    await recordReports(tools, [report], key)
    return
  }
  const owner = tools.unsubscribeTokens.read(mail.token)
  if (!owner) return
  const about = { messageId: mail.token, email: null, at: new Date().toISOString() }
  await recordReports({ ...tools, messageIds: { read: () => owner } }, [{ type: 'unsubscribe', ...about }], key)
}

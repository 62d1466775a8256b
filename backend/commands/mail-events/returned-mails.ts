import type { MailReport } from './mail-report.ts'
import { type ReportTools, recordReports } from './record.ts'

/** The result of mail/returned-mail.ts for an email to our bounce address. */
type ReturnedMail =
  | (About & { type: 'bounce'; kind: 'hard' | 'soft'; code: string; recipient: string | null })
  | (About & { type: 'complaint' | 'unsubscribe_report' })
  | { type: 'unsubscribe'; token: string }
type About = { messageId: string | null; returnTokens?: string[]; at: string }
type MailedTo = { subject: string; campaignId: number | null }

type Tools = ReportTools & {
  unsubscribeTokens: { read(token: string): MailedTo | null }
  returnTokens: { read(token: string): MailedTo | null }
}

/**
 * Only our own Message-IDs, return addresses and tokens count: any sender can write a mail that names an address. `key`: of the mail; it
 * acts once, even if the mailbox keeps it and the person chose to come back.
 */
export async function recordReturnedMail(tools: Tools, mail: ReturnedMail, key: string): Promise<void> {
  if (mail.type !== 'unsubscribe') {
    const { returnTokens = [], ...said } = mail
    // The address it came to goes before its words: servers rewrite Message-IDs, or quote others.
    const returned = returnTokens.map(tools.returnTokens.read).find((one) => one !== null)
    const about = { messageId: said.messageId ?? (returned ? '' : null), email: null }
    const report: MailReport =
      said.type === 'bounce'
        ? { ...said, ...about }
        : { ...said, ...about, type: said.type === 'unsubscribe_report' ? 'unsubscribe' : said.type }
    await recordReports(returned ? { ...tools, messageIds: { read: () => returned } } : tools, [report], key)
    return
  }
  const owner = tools.unsubscribeTokens.read(mail.token)
  if (!owner) return
  const about = { messageId: mail.token, email: null, at: new Date().toISOString() }
  await recordReports({ ...tools, messageIds: { read: () => owner } }, [{ type: 'unsubscribe', ...about }], key)
}

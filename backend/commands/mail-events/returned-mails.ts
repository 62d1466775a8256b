import type { MailedTo } from '../../../records/mail.ts'
import { mailedAt } from '../../read-model/mail-deliveries.ts'
import type { MailReport } from './mail-report.ts'
import { type ReportTools, recordReports } from './record.ts'

/** The result of returned-mail/returned-mail.ts and returned-mail/report-proof.ts for an email to our bounce address. */
type ReturnedMail = (
  | (About & { type: 'bounce'; kind: 'hard' | 'soft'; code: string; recipient: string | null })
  | (About & { type: 'complaint' | 'unsubscribe_report' })
  | { type: 'unsubscribe'; token: string }
) & { proof: Proof }
type About = { messageId: string | null; returnTokens?: string[]; at: string }
type Proof = {
  cameTo: string[]
  copied: { messageIds: string[]; tokens: string[] }
  signedAccordingTo: string[]
}

type Tools = ReportTools & {
  unsubscribeTokens: { read(token: string): MailedTo | null }
  returnTokens: { read(token: string): MailedTo | null }
  /** The name of our mail server in Authentication-Results; undefined: it writes none. */
  authenticatedBy: string | undefined
  /** Counts mail that stops nothing, by its kind. */
  onUnknownReport(kind: string, at: Date): Promise<void>
}

/**
 * Only our own Message-IDs, return addresses and tokens count: any sender can write a mail that names an address. A report
 * stops mail when it came to the return address or brings back a copy, and is about a mail of the last 30 days; a complaint
 * of a sender that our server does not vouch for waits for staff. `key`: of the mail; it acts once, even if the mailbox
 * keeps it and the person chose to come back. 'left': people should read it.
 */
export async function recordReturnedMail(tools: Tools, mail: ReturnedMail, key: string): Promise<'done' | 'left'> {
  if (mail.type === 'unsubscribe') {
    const owner = tools.unsubscribeTokens.read(mail.token)
    if (!owner) return 'done'
    const about = { messageId: mail.token, email: null, at: new Date().toISOString() }
    await recordReports({ ...tools, messageIds: { read: () => owner } }, [{ type: 'unsubscribe', ...about }], key)
    return 'done'
  }
  const { proof, returnTokens = [], ...said } = mail
  // The address it came to goes before its words: servers rewrite Message-IDs, or quote others.
  const token = returnTokens.find((one) => tools.returnTokens.read(one) !== null)
  const mailed = token ? tools.returnTokens.read(token) : said.messageId && tools.messageIds.read(said.messageId)
  if (!mailed) return 'done'
  const subjectKey = (await tools.subjects.read([mailed.subject])).get(mailed.subject)
  if (subjectKey === undefined || subjectKey === 'erased') return 'done'
  const isProven = token
    ? [...proof.cameTo, ...proof.copied.tokens].includes(token)
    : proof.copied.messageIds.some((id) => id === said.messageId)
  const sentAt = isProven ? await mailedAt(tools.knex, mailed) : null
  if (sentAt === null) {
    const kind = isProven ? 'mail of more than 30 days ago' : 'letter without the returned mail'
    await tools.onUnknownReport(kind, new Date())
    return 'left'
  }
  const about = { messageId: said.messageId ?? '', email: null, sentAt }
  const isDoubted =
    said.type !== 'bounce' &&
    (tools.authenticatedBy === undefined || !proof.signedAccordingTo.includes(tools.authenticatedBy.toLowerCase()))
  await recordReports({ ...tools, messageIds: { read: () => mailed } }, [reportOf(said, about, isDoubted)], key)
  return isDoubted ? 'left' : 'done'
}

type Said = Exclude<ReturnedMail, { type: 'unsubscribe' }>

function reportOf(
  said:
    | Omit<Extract<Said, { type: 'bounce' }>, 'proof'>
    | Omit<Extract<Said, { type: 'complaint' | 'unsubscribe_report' }>, 'proof'>,
  about: { messageId: string; email: null; sentAt: string },
  isDoubted: boolean,
): MailReport {
  if (said.type === 'bounce') return { ...said, ...about }
  // Staff could not lift an unsubscribe.
  if (isDoubted || said.type === 'complaint') return { type: 'complaint', at: said.at, ...about, isDoubted }
  return { type: 'unsubscribe', at: said.at, ...about }
}

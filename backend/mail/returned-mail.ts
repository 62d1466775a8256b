import type { ParsedMail } from 'mailparser'
import { tokenInSubject } from './unsubscribe-links.ts'

/** What a mail to our bounce address says. `messageId`: of the mail it is about. `at`: ISO 8601. */
export type ReturnedMail =
  | { type: 'bounce'; messageId: string; code: string; at: string }
  | { type: 'complaint'; messageId: string; at: string }
  | { type: 'unsubscribe'; token: string }

/** ms: longer than any mail waits for its delivery. */
const oldest = 365 * 24 * 3_600_000

const statusCode = /^([245]\.\d{1,3}\.\d{1,3})/

/** Null: not for us, such as an absence note, or a delay that the server is still trying to end. */
export async function readReturnedMail(source: Buffer, now: Date): Promise<ReturnedMail | null> {
  const { simpleParser } = await import('mailparser') // large
  const mail = await simpleParser(source, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true })
  const token = tokenInSubject(mail.subject ?? '')
  if (token !== null) return { type: 'unsubscribe', token }
  const messageId = messageIdIn(mail)
  if (messageId === null) return null
  const about = { messageId, at: sentAt(mail, now).toISOString() }
  if (partOf(mail, 'message/feedback-report')?.match(/^feedback-type: *abuse\b/im))
    return { type: 'complaint', ...about }
  const code = bounceCode(mail)
  return code === null ? null : { type: 'bounce', code, ...about }
}

/** A stranger may write any date: one that no report can have counts as now. */
function sentAt({ date }: ParsedMail, now: Date): Date {
  const age = now.getTime() - (date?.getTime() ?? Number.NaN)
  return date !== undefined && age >= 0 && age < oldest ? date : now
}

const partOf = ({ attachments }: ParsedMail, ...types: string[]): string | undefined =>
  attachments.find(({ contentType }) => types.includes(contentType.toLowerCase()))?.content.toString('latin1')

/** The returned mail, or its headers, is a part of the report (RFC 3462). */
function messageIdIn(mail: ParsedMail): string | null {
  const returned = partOf(mail, 'message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global')
  const headers = returned?.split(/\r?\n\r?\n/, 1)[0] ?? ''
  return /^message-id:\s*(<[^<>\s]{1,900}>)/im.exec(headers)?.[1] ?? null
}

/** Of a delivery that failed for good (RFC 3464). The parser adds these fields to the text. */
function bounceCode({ text = '', attachments }: ParsedMail): string | null {
  const part = attachments.find(({ contentType }) => contentType === 'message/delivery-status')
  const all = part?.content.toString('latin1') ?? text
  const fields = all.slice(Math.max(0, all.search(/^reporting-mta:/im)))
  if (!/^reporting-mta:/i.test(fields) || !/^action: *failed\b/im.test(fields)) return null
  const status = /^status: *(\S+)/im.exec(fields)?.[1] ?? ''
  return statusCode.exec(status)?.[1] ?? null
}

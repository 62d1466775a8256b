import type { MailboxObject } from 'imapflow'
import { connectionProblem, errorDetails } from '../mail/connection-problem.ts'
import { type ImapAddress, imapAddressOf } from './imap-address.ts'

/** The mailbox for bounces cannot be used; the message is one sentence about why, and what to do. */
export class MailboxProblem extends Error {
  override readonly name = 'MailboxProblem'
}

const setting = 'BOUNCES_IMAP_URL'
const serverAt = (host: string) => `The server of the mailbox for bounces (${host})`

/** Codes of a server that would take the password at another time (RFC 5530). */
const forNow = ['INUSE', 'LIMIT', 'SERVERBUG', 'UNAVAILABLE']
/** Codes of a mailbox that this user cannot open. */
const closed = ['CANNOT', 'NONEXISTENT', 'NOPERM']

/** One sentence about a connection that failed, or that broke. Never the words of the server. */
export function bounceMailboxProblem(error: unknown, { host, port }: Pick<ImapAddress, 'host' | 'port'>): string {
  const server = serverAt(host)
  const answer: unknown = error instanceof Error ? Reflect.get(error, 'serverResponseCode') : undefined
  const code = typeof answer === 'string' ? answer : ''
  if (forNow.includes(code)) return `${server} cannot be used right now (${code}). The next run tries again.`
  if (code === 'PRIVACYREQUIRED')
    return `${server} takes no password without encryption on port ${port}. Use imaps:// in ${setting}, or turn on STARTTLS there.`
  if (closed.includes(code))
    return `${server} doesn't let the user of ${setting} open INBOX. Create it, or give that user these rights (lrswte in an ACL).`
  if (error instanceof Error && Reflect.get(error, 'authenticationFailed') === true)
    return `${server} rejects the user or the password in ${setting}. Correct them, then restart.`
  const place = {
    server,
    host,
    port,
    setting,
    upgraded: { scheme: 'imap://', port: 143 },
    secure: { scheme: 'imaps://', port: 993 },
  }
  return (
    connectionProblem(error, place) ??
    `${server} broke off (${errorDetails(error).code || 'no reason given'}). Look at its log; the next run tries again.`
  )
}

/** `mailbox`: as it was opened. null: its messages can be marked and deleted. */
export function missingRights(mailbox: MailboxObject | false, url: string): MailboxProblem | null {
  if (mailbox === false) return null
  const { permanentFlags, readOnly } = mailbox
  // A server that names no flags allows all of them (RFC 3501, 7.1).
  const isAllowed = (flag: string) => permanentFlags === undefined || permanentFlags.has(flag)
  return readOnly || !['\\Seen', '\\Flagged', '\\Deleted'].every(isAllowed) ? noRights(url) : null
}

/** Also used for a mailbox that confirms deletions but keeps every message. */
export const noRights = (url: string): MailboxProblem =>
  new MailboxProblem(
    `${serverAt(imapAddressOf(url).host)} doesn't let the user of ${setting} mark and delete messages in INBOX. Give that user these rights (lrswte in an ACL).`,
  )

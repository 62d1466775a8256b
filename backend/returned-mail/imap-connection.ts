import type { ImapFlow } from 'imapflow'
import { bounceMailboxProblem, MailboxProblem, missingRights } from './bounce-mailbox-problem.ts'
import { imapAddressOf } from './imap-address.ts'

/**
 * Opens INBOX of the mailbox at `url`, and lets go of it after `work`. Encrypted, or not at all; on this machine the
 * way is safe without. Rejects with MailboxProblem when the mailbox cannot be used.
 */
export async function withInbox<Result>(url: string, work: (client: ImapFlow) => Promise<Result>): Promise<Result> {
  const client = await connect(url)
  try {
    const lock = await client.getMailboxLock('INBOX').catch((error: unknown) => {
      throw problemOf(error, url)
    })
    try {
      const missing = missingRights(client.mailbox, url)
      if (missing !== null) throw missing
      return await work(client)
    } finally {
      lock.release()
    }
  } catch (error) {
    // An error that `work` itself throws is not the mailbox’s fault.
    throw client.usable || error instanceof MailboxProblem ? error : problemOf(error, url)
  } finally {
    await client.logout().catch(() => client.close())
  }
}

/** One sentence about what is wrong with that mailbox; null when it can be read. */
export const mailboxProblemAt = (url: string) => (): Promise<string | null> =>
  withInbox(url, async () => null).catch((error: unknown) => {
    if (error instanceof MailboxProblem) return error.message
    throw error
  })

const problemOf = (error: unknown, url: string) =>
  new MailboxProblem(bounceMailboxProblem(error, imapAddressOf(url)), { cause: error })

async function connect(url: string): Promise<ImapFlow> {
  const { host, port, secure, user, password } = imapAddressOf(url)
  const isOnThisMachine = isLoopback(host)
  const { ImapFlow } = await import('imapflow') // large, and few installations have such a mailbox
  const client = new ImapFlow({
    host,
    port,
    secure,
    ...(!secure && (isOnThisMachine ? { tls: { rejectUnauthorized: false } } : { doSTARTTLS: true })),
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  // Waiting callers get the error too; unhandled, it would end the process.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    client.close()
    throw problemOf(error, url)
  })
  return client
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host)

import { type ReturnedMail, readReturnedMail } from './returned-mail.ts'

/** Per run; the rest waits for the next. */
const batchSize = 200
/** Bytes of a message that are read: a report comes first, and the mail it returns follows. */
const readLength = 512 * 1024

/**
 * Reads the new mails in the mailbox at `url`, such as imaps://user:password@mail.example.org, and gives each that says
 * something to `take`. Those are then deleted, because they name people; others are marked as read and stay for humans.
 * What `take` rejects is read again in the next run. Returns how many were taken.
 */
export async function readBounceMailbox(url: string, take: (mail: ReturnedMail) => Promise<void>): Promise<number> {
  const { hostname, port, username, password, protocol } = new URL(url)
  const secure = protocol === 'imaps:'
  const { ImapFlow } = await import('imapflow') // large, and few installations have such a mailbox
  const client = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
  })
  // Also given to whoever waits for an answer; unhandled, it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const lock = await client.getMailboxLock('INBOX')
    try {
      const unread = (await client.search({ seen: false }, { uid: true })) || []
      let taken = 0
      for (const uid of unread.slice(0, batchSize)) {
        const message = await client.fetchOne(String(uid), { source: { maxLength: readLength } }, { uid: true })
        const source = message === false ? undefined : message.source
        const mail = source ? await readReturnedMail(source, new Date()) : null
        if (mail) {
          await take(mail)
          await client.messageDelete([uid], { uid: true })
          taken++
        } else await client.messageFlagsAdd([uid], ['\\Seen'], { uid: true })
      }
      return taken
    } finally {
      lock.release()
    }
  } finally {
    await client.logout().catch(() => client.close())
  }
}

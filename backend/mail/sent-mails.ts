import type { Database } from '../database/connect.ts'
import { codesOf } from './background-mailer.ts'
import type { Mail, Mailer } from './mailer.ts'

export type SentMails = {
  /**
   * Sends what was not sent under this key before. Rejects while the mail server cannot take it, so that it is tried
   * again; an address that the server refuses for good is given up. A crash between the server's yes and our note of it
   * sends a second time, with the same Message-ID, by which mail programs show it once.
   */
  sendOnce(key: string, write: () => Promise<Mail>): Promise<void>
}

/** Table app.sent_mails. `key`: of what caused the mail. `host`: of the site, for the Message-ID. */
export function createSentMails({
  database: { pool },
  mailer,
  host,
  log,
}: {
  database: Pick<Database, 'pool'>
  mailer: Pick<Mailer, 'send'>
  host: () => string
  log: { warn(details: object, message: string): void }
}): SentMails {
  return {
    async sendOnce(key, write) {
      const { rowCount } = await pool.query('SELECT FROM app.sent_mails WHERE key = $1', [key])
      if (rowCount !== 0) return
      const mail = { ...(await write()), messageId: `<${key}@${host()}>` }
      try {
        await mailer.send(mail)
      } catch (error) {
        if (!isRefusedForGood(error)) throw error
        log.warn({ subject: mail.subject, ...codesOf(error) }, 'A mail was refused for good and is given up.')
      }
      await pool.query('INSERT INTO app.sent_mails (key) VALUES ($1) ON CONFLICT DO NOTHING', [key])
    },
  }
}

/** The recipient is refused, with a code that says so for ever (RFC 5321, 4.2.1); a wrong sender or password is ours to mend. */
const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  Reflect.get(error, 'code') === 'EENVELOPE' &&
  Reflect.get(error, 'command') === 'RCPT TO' &&
  Number(Reflect.get(error, 'responseCode')) >= 500

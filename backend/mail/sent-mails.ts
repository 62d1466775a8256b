import type { Database } from '../database/connect.ts'
import { codesOf } from './background-mailer.ts'
import type { Mail, Mailer } from './mailer.ts'

export type SentMails = {
  /**
   * Sends a mail unless one was already sent for this key. Rejects while the mail server cannot accept it, so that it
   * is retried; an address that the server rejects permanently is given up. If we crash between the acceptance and
   * recording it, the mail is sent again with the same Message-ID, so mail programs show it once.
   */
  sendOnce(key: string, write: () => Promise<Mail>): Promise<void>
  /** Does what this key stands for unless it is done; when it fails, the next call does it again. */
  oncePer(key: string, work: () => Promise<void>): Promise<void>
}

/** Table app.sent_mails. `key`: identifies the cause of the mail. `host`: of the site, for the Message-ID. */
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
  async function oncePer(key: string, work: () => Promise<void>): Promise<void> {
    const { rowCount } = await pool.query('SELECT FROM app.sent_mails WHERE key = $1', [key])
    if (rowCount !== 0) return
    await work()
    await pool.query('INSERT INTO app.sent_mails (key) VALUES ($1) ON CONFLICT DO NOTHING', [key])
  }
  return {
    oncePer,
    sendOnce: (key, write) =>
      oncePer(key, async () => {
        const mail = { ...(await write()), messageId: `<${key}@${host()}>` }
        try {
          await mailer.send(mail)
        } catch (error) {
          if (!isPermanentlyRejected(error)) throw error
          log.warn(
            { subject: mail.subject, ...codesOf(error) },
            'The mail server rejected an email permanently; giving up.',
          )
        }
      }),
  }
}

/** The server rejected the recipient permanently (RFC 5321, 4.2.1); a wrong sender or password is our own problem. */
const isPermanentlyRejected = (error: unknown): boolean =>
  error instanceof Error &&
  Reflect.get(error, 'code') === 'EENVELOPE' &&
  Reflect.get(error, 'command') === 'RCPT TO' &&
  Number(Reflect.get(error, 'responseCode')) >= 500

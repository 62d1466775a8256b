import type { Transporter } from 'nodemailer'
import { type Attempt, attemptAfter } from './smtp-outcomes.ts'

export type SmtpServer = {
  host: string
  port: number
  secure: boolean
  requireTLS?: boolean
  /** The name in our greeting. */
  name?: string
  auth?: { user: string; pass: string }
}

/** One connection, with one email at a time. */
export type Line = {
  /** Never rejects. */
  send(mail: Outgoing): Promise<Attempt>
  close(): void
}
/** The lines of `message` end in CRLF. */
export type Outgoing = { from: string; to: string; message: Buffer }

/** Some servers end a connection after a number of emails; we reconnect before that. */
const maxMessages = 1000

/**
 * A connection to the mail server that stays open, and is opened again when it breaks: a nodemailer pool of one. Where
 * the server hangs up before an email has begun, the pool tries once more. With a second connection it could find that
 * one closed as well, and what the server says to a new one would be lost. `timeout` (ms): of one email, connecting
 * included.
 */
export function createSmtpLine(server: SmtpServer, { timeout }: { timeout: number }): Line {
  let opening: Promise<Transporter> | undefined
  /** Loaded on first use, because the mailer is large. */
  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...server,
      pool: true,
      maxConnections: 1,
      maxRequeues: 1,
      maxMessages,
      // Shorter than `timeout`, so that a server that cannot be reached is told from one that does not answer.
      connectionTimeout: timeout / 2,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  return {
    async send({ from, to, message }) {
      // The pool would send to what remains of this address without the characters that break the protocol.
      if (/[\p{Cc}<>]/u.test(to)) return { kind: 'refused', code: '553 5.1.3', isHard: true }
      opening ??= open()
      const pool = await opening
      try {
        const { response = '' } = await pool.sendMail({
          // As an object, so that an address is never parsed as a list.
          envelope: { from, to: { name: '', address: to }, size: message.length },
          raw: message,
          signal: AbortSignal.timeout(timeout),
        })
        return { kind: 'sent', code: response.slice(0, 3) }
      } catch (error) {
        return attemptAfter(error)
      }
    },
    close() {
      void opening?.then((pool) => pool.close())
    },
  }
}

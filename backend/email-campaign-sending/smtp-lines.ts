import { Socket } from 'node:net'
import { domainToASCII } from 'node:url'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { createDialog, type Dialog } from './smtp-dialog.ts'
import { type Attempt, connectFailure, noAnswer, outcomeOf } from './smtp-outcomes.ts'

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
  /** Answer of the server to this sender and recipient; nothing is sent, so the answer is never 'sent'. Never rejects. */
  offer(envelope: Pick<Outgoing, 'from' | 'to'>): Promise<Attempt>
  close(): void
}
/** The lines of `message` end in CRLF. */
export type Outgoing = { from: string; to: string; message: Buffer }

type Open = { connection: SMTPConnection; dialog: Dialog; offers: Set<unknown> }

/** `maxMails`: some servers end a connection after a number of emails; we reconnect before that. */
export type LineOptions = { timeout: number; maxMails?: number }

/**
 * A connection to the mail server that stays open, and is opened again when it breaks. nodemailer connects, negotiates
 * TLS and signs in; the commands of each email are ours (smtp-dialog.ts), because its own stream examines every byte
 * once more.
 */
export function createSmtpLine(server: SmtpServer, { timeout, maxMails = 1000 }: LineOptions): Line {
  let open: Open | null = null
  let mails = 0

  function drop() {
    open?.dialog.end()
    open?.connection.close()
    open = null
  }

  function inTime<Answer>(answer: Promise<Answer>, otherwise: Answer): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const timer = setTimeout(() => resolve(otherwise), timeout)
    return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
  }

  async function connect(): Promise<Open> {
    const connection = new SMTPConnection({
      ...server,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // Later errors reach the callback of `send`; without a listener they would end the process.
    connection.on('error', reject)
    connection.once('end', () => {
      if (open?.connection === connection) open = null
      reject(new Error('The connection ended.'))
    })
    connection.connect((error) => {
      if (error) return reject(error)
      if (!server.auth) return resolve()
      connection.login(server.auth, (refused) => (refused ? reject(refused) : resolve()))
    })
    try {
      await promise
      const offers = extensionsOf(connection)
      return {
        connection,
        offers,
        dialog: createDialog(socketOf(connection), { isPipelined: offers.has('PIPELINING') }),
      }
    } catch (error) {
      connection.close()
      throw error
    }
  }

  return {
    async send({ from, to, message }) {
      try {
        if (mails >= maxMails) drop()
        if (open === null) {
          open = await connect()
          mails = 0
        }
      } catch (error) {
        return connectFailure(error)
      }
      const { dialog, offers } = open
      const address = envelopeAddress(to)
      if (address === null) return { kind: 'refused', code: '553 5.1.3', isHard: true }
      if (!isAscii(address) && !offers.has('SMTPUTF8')) return { kind: 'refused', code: '553 5.6.7', isHard: false }
      mails++
      const parameters = [
        ...(isAscii(address) ? [] : ['SMTPUTF8']),
        ...(offers.has('SIZE') ? [`SIZE=${message.length}`] : []),
      ]
      const attempt = await inTime(dialog.send({ from, to: address, message, parameters }).then(outcomeOf), noAnswer)
      // Without an answer the dialog may be in any state, and 421 announces the end. After a refusal the server may
      // wait for another address: without RSET it would refuse the next email, as a second one (RFC 5321, 4.1.4).
      const isOver = attempt === noAnswer || hasEnded(attempt)
      if (isOver || (attempt.kind !== 'sent' && !(await inTime(dialog.reset(), false)))) drop()
      return attempt
    },
    async offer(envelope) {
      try {
        open ??= await connect()
      } catch (error) {
        return connectFailure(error)
      }
      const replies = await inTime(open.dialog.offer(envelope), { mail: null })
      drop()
      return outcomeOf(replies)
    },
    close() {
      open?.connection.quit()
      open = null
    },
  }
}

/** The server hangs up after these. */
const hasEnded = (attempt: Attempt): boolean =>
  attempt.kind === 'waits' && 'code' in attempt && attempt.code.startsWith('421')

// biome-ignore lint/suspicious/noControlCharactersInRegex: every character of ASCII
const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text)

/** The domain in ASCII; null for an address that cannot exist, or that would break the protocol. */
function envelopeAddress(address: string): string | null {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const ascii = isAscii(domain) ? domain : domainToASCII(domain)
  return ascii === '' || /[\p{Cc}<>]/u.test(address) ? null : `${address.slice(0, at)}@${ascii}`
}

/** The server’s answer to EHLO; nodemailer has it, but does not declare it. */
function extensionsOf(connection: SMTPConnection): Set<unknown> {
  const extensions: unknown = Reflect.get(connection, '_supportedExtensions')
  return new Set(Array.isArray(extensions) ? extensions : [])
}

/** From here on the server’s replies go to the dialog, not to nodemailer. */
function socketOf(connection: SMTPConnection): Socket {
  const socket: unknown = Reflect.get(connection, '_socket')
  if (!(socket instanceof Socket)) throw new Error('The connection has no socket.')
  return socket.removeAllListeners('data')
}

import type { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Attempt, connectFailure, sendFailure } from './smtp-outcomes.ts'

export type SmtpServer = {
  host: string
  port: number
  secure: boolean
  requireTLS?: boolean
  auth?: { user: string; pass: string }
}

/** One place where mail leaves, one mail at a time. */
export type Line = {
  /** Never rejects. */
  send(mail: Outgoing): Promise<Attempt>
  close(): void
}
export type Outgoing = { from: string; to: string; message: Buffer | Readable; size: number }

/** `maxMails`: some servers end a connection after a number of mails; we are faster. */
export type LineOptions = { timeout: number; maxMails?: number }

/** A connection to the mail server that is kept open, and opened again when it breaks. */
export function createSmtpLine(server: SmtpServer, { timeout, maxMails = 1000 }: LineOptions): Line {
  let open: SMTPConnection | null = null
  let mails = 0

  function drop() {
    open?.close()
    open = null
  }

  async function connect(): Promise<SMTPConnection> {
    const connection = new SMTPConnection({
      ...server,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
    })
    const { promise, resolve, reject } = Promise.withResolvers<SMTPConnection>()
    // Later errors reach the callback of `send`; without a listener they would end the process.
    connection.on('error', reject)
    connection.once('end', () => {
      if (open === connection) open = null
      reject(new Error('The connection ended.'))
    })
    connection.connect((error) => {
      if (error) return reject(error)
      if (!server.auth) return resolve(connection)
      connection.login(server.auth, (refused) => (refused ? reject(refused) : resolve(connection)))
    })
    try {
      return await promise
    } catch (error) {
      connection.close()
      throw error
    }
  }

  return {
    async send({ from, to, message, size }) {
      try {
        if (mails >= maxMails) drop()
        if (open === null) {
          open = await connect()
          mails = 0
        }
      } catch (error) {
        return connectFailure(error)
      }
      const connection = open
      const address = envelopeAddress(to)
      if (address === null || (!isAscii(address) && !takesUtf8(connection)))
        return { kind: 'refused', code: '553 5.6.7' }
      mails++
      const { promise, resolve } = Promise.withResolvers<Attempt>()
      const timer = setTimeout(() => resolve({ kind: 'later', code: 'no answer', isBusy: false }), timeout)
      connection.send({ from, to: address, size }, message, (error) =>
        resolve(error ? sendFailure(error) : { kind: 'sent', code: '250' }),
      )
      const attempt = await promise
      clearTimeout(timer)
      // After a failure the dialog may be in the middle of anything. After a refused address the server still waits for
      // another one: without RSET it would refuse the next mail, as a second one in the same dialog (RFC 5321, 4.1.4).
      if (attempt.kind === 'later' || attempt.kind === 'waits') drop()
      else if (attempt.kind === 'refused' && !(await isReset(connection, timeout))) drop()
      return attempt
    },
    close() {
      open?.quit()
      open = null
    },
  }
}

/** Ends the dialog about one mail; false when the server does not answer as it should. */
function isReset(connection: SMTPConnection, timeout: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), timeout)
  connection.reset((error) => resolve(!error))
  return promise.finally(() => clearTimeout(timer))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: every character of ASCII
const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text)

/** The domain in ASCII; null for one that cannot exist. */
function envelopeAddress(address: string): string | null {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const ascii = isAscii(domain) ? domain : domainToASCII(domain)
  return ascii === '' ? null : `${address.slice(0, at)}@${ascii}`
}

/** Whether the server said SMTPUTF8 (RFC 6531); nodemailer knows, but does not declare it. */
function takesUtf8(connection: SMTPConnection): boolean {
  const extensions: unknown = Reflect.get(connection, '_supportedExtensions')
  return Array.isArray(extensions) && extensions.includes('SMTPUTF8')
}

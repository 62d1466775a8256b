import { isIP } from 'node:net'
import type { Transporter } from 'nodemailer'
import type { Author } from './author.ts'
import { mailServerProblem } from './mail-server-problem.ts'
import type { Mailer } from './mailer.ts'

/** Timeout for a mail server, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 5_000 }

/** Tells recipients’ systems not to answer automatically (RFC 3834). */
const headers = { 'Auto-Submitted': 'auto-generated' }

/**
 * Sends through the server at `url`, such as smtps://user:password@mail.example.org, over a few pooled connections.
 * `host`: of the site, for our greeting.
 */
export function createSmtpMailer({
  url,
  from,
  returnAddress,
  host,
  requireTLS = false,
}: {
  url: string
  from: Author
  /** Where mail servers return it; unset: the address in `from`. */
  returnAddress?: string
  host?: string
  /** Refuses a server that does not encrypt, rather than send passwords and links in plain text. */
  requireTLS?: boolean
}): Mailer {
  const server = serverOf(url)
  let opening: Promise<Transporter> | undefined
  /** Loaded on first use, because the mailer is large. */
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...server,
      ...greetingName(host),
      requireTLS,
      ...timeouts,
      pool: true,
      maxConnections: 3,
      // Messages are our own text: nothing in them may make the mailer read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  const opened = () => {
    opening ??= open()
    return opening
  }
  return {
    async send({ to, replyTo, returnAddress: own = returnAddress, ...message }) {
      const transport = await opened()
      // As objects, so that an address is never parsed as a list.
      const envelope = own === undefined ? undefined : { from: own, to }
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        headers,
        envelope,
        ...message,
      })
    },
    async problem() {
      const transport = await opened()
      return transport.verify().then(
        () => null,
        (error: unknown) => mailServerProblem(error, server),
      )
    },
    async close() {
      const transport = await opening
      transport?.close()
    },
  }
}

/** For HELO (RFC 5321, 4.1.1.1): many servers refuse an IP address or a made-up name. */
export const greetingName = (host: string | undefined): { name?: string } =>
  host === undefined || isIP(host.replace(/^\[|\]$/g, '')) !== 0 ? {} : { name: host }

/** The mail server at this address, such as smtps://user:password@mail.example.org. */
export function serverOf(address: string) {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(auth.user !== '' && { auth }),
  }
}

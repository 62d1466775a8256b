import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

/** Milliseconds before we give up on a mail server. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 5_000 }

/** Mail through the server at `url`, such as smtps://user:password@mail.example.org, over a few pooled connections. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    ...serverOf(url),
    ...timeouts,
    pool: true,
    maxConnections: 3,
    // Messages are our own text: nothing in them may make the mailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, ...message }) {
      // As an object, so that an address is never parsed as a list.
      await transport.sendMail({ from, to: { name: '', address: to }, ...message })
    },
    async close() {
      transport.close()
    },
  }
}

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

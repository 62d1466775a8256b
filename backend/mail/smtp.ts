import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

/** Milliseconds after which a mail server is given up. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 5_000 }

/** Mail through the server at `url`, such as smtps://user:password@mail.example.org, over a few kept connections. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    ...serverOf(url),
    ...timeouts,
    pool: true,
    maxConnections: 3,
    // A message is text of ours: nothing in it may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, ...message }) {
      // As an object: an address is never parsed as a list of several.
      await transport.sendMail({ from, to: { name: '', address: to }, ...message })
    },
    async close() {
      transport.close()
    },
  }
}

function serverOf(address: string) {
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

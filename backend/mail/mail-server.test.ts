import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { letterhead } from '../../contract/campaign.ts'
import { startMailSink } from '../../test/support/mail/mail-sink.ts'
import { mailServerProblem } from './mail-server-problem.ts'
import { createSmtpMailer } from './smtp.ts'
import { testMail } from './test-mail.ts'

const from = { name: 'Campaign', address: 'no-reply@campaign.example' }

async function problemAt(url: string): Promise<string | null> {
  const mailer = createSmtpMailer({ url, from, host: 'www.campaign.example' })
  onTestFinished(() => mailer.close())
  return (await mailer.problem?.()) ?? null
}

/** A server with the localhost certificate from its package, which is not trusted and may have expired. */
async function secureServer(): Promise<number> {
  const server = new SMTPServer({ secure: true, authOptional: true })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

describe('the check of a mail server', () => {
  it('finds no problem when the server accepts our email', async () => {
    const sink = await startMailSink({ auth: { user: 'sender', pass: 'right' } })
    onTestFinished(sink.close)
    expect(await problemAt(sink.url)).toBeNull()
  })

  it('names a wrong password, an unknown certificate, missing TLS, or an unreachable server in one sentence, without secrets', async () => {
    const sink = await startMailSink({ auth: { user: 'sender', pass: 'right' } })
    onTestFinished(sink.close)
    expect(await problemAt(`smtp://sender:wrong-secret@127.0.0.1:${sink.port}`)).toBe(
      'The mail server 127.0.0.1 rejects the user or the password in SMTP_URL. Correct them, then restart.',
    )
    expect(await problemAt(`smtps://127.0.0.1:${await secureServer()}`)).toMatch(
      /has a certificate of an unknown authority|^The certificate of the mail server 127\.0\.0\.1 has expired/,
    )
    expect(await problemAt(`smtps://127.0.0.1:${sink.port}`)).toBe(
      `The mail server 127.0.0.1 speaks no TLS on port ${sink.port}. Use smtp:// for STARTTLS (587) and smtps:// for TLS (465).`,
    )
    const port = await freePort()
    expect(await problemAt(`smtp://127.0.0.1:${port}`)).toBe(
      `The mail server 127.0.0.1 does not answer on port ${port}. Start it, or correct SMTP_URL.`,
    )
  })

  it.each([
    ['ESOCKET', "Hostname/IP does not match certificate's altnames: x", /is for another name than mail\.example\./],
    ['ESOCKET', 'self-signed certificate', /unknown authority\. Set NODE_EXTRA_CA_CERTS to the file/],
    ['ESOCKET', 'certificate has expired', /has expired\. Renew it\.$/],
    ['ETLS', 'Error upgrading connection with STARTTLS', /offers no encryption on port 587/],
    ['EDNS', 'getaddrinfo ENOTFOUND mail.example', /has no address\. Correct the host/],
    ['EENVELOPE', 'Recipient ada@example.org refused', /^The mail server mail\.example refuses the sender or the rec/],
    ['EPROTOCOL', 'secret words', /does not take our mail \(EPROTOCOL\)/],
  ])('%s %s', (code, message, sentence) => {
    const said = mailServerProblem(Object.assign(new Error(message), { code }), { host: 'mail.example', port: 587 })
    expect(said).toMatch(sentence)
    expect(said).not.toMatch(/ada@|secret/)
  })
})

it('our emails are marked as automatic, and we greet with the name of the site', async () => {
  const greetings: (string | false)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, session, done) {
      greetings.push(session.hostNameAppearsAs)
      done()
    },
    onData(stream, _session, done) {
      stream.on('data', (chunk) => raw.push(String(chunk))).on('end', () => done())
    },
  })
  const raw: string[] = []
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  for (const host of ['www.campaign.example', '127.0.0.1']) {
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, host })
    await mailer.send(testMail({ ...letterhead, publicUrl: 'https://www.campaign.example' }, 'ada@example.org'))
    await mailer.close()
  }
  expect(greetings).toEqual(['www.campaign.example', expect.not.stringMatching(/^127\.0\.0\.1$/)])
  expect(raw.join('')).toMatch(/^Auto-Submitted: auto-generated\r$/m)
})

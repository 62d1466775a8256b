import { SMTPServer } from 'smtp-server'
import { expect, it, onTestFinished } from 'vitest'
import { createAccountMail } from '../../backend/mail/account-mail.ts'
import { createBackgroundMailer } from '../../backend/mail/background-mailer.ts'
import { createSmtpMailer } from '../../backend/mail/smtp.ts'
import { letterhead } from '../../contract/campaign.ts'
import { createTestApp } from '../support/app/app.ts'

const sender = {
  ...letterhead,
  siteName: 'Byron & Daughter',
  publicUrl: 'https://campaign.example',
  contact: 'hello@campaign.example',
}

type Received = { from: string; to: string[]; message: string }

/** A real mail server on this machine that accepts everything except mail for `refused`. */
async function mailServer({ refused = 'none' } = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(address.startsWith(refused) ? new Error('Unknown') : null),
    onData(stream, { envelope }, done) {
      let message = ''
      stream.on('data', (chunk) => {
        message += chunk
      })
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), message })
        done()
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const from = { name: 'Campaign', address: 'no-reply@campaign.example' }
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from })
  const backgroundMailer = createBackgroundMailer(mailer, { warn() {} })
  onTestFinished(async () => {
    await backgroundMailer.idle()
    await mailer.close()
    await new Promise<void>((closed) => server.close(closed))
  })
  const accountMail = createAccountMail({
    mailer,
    backgroundMailer,
    sender: () => sender,
    formatTime: () => 'August 1, 2026 at 9:05 AM',
    mayNotify: async () => true,
    leaveOut: async () => {},
  })
  const auth = await createTestApp({ identity: 'real', wrap: (tools) => ({ ...tools, accountMail }) })
  return { ...auth, received, accountMail, backgroundMailer }
}

/** One decoded part of a message (RFC 2045, 6.7). */
function partOf({ message }: Received, type: 'text/plain' | 'text/html'): string {
  const part = message.split(/\r\n--/).find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (!/quoted-printable/i.test(head)) return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_sign, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

it('a magic link is sent through a mail server, as text and HTML, and signs in', async () => {
  const { post, received } = await mailServer()
  const answer = await post('magic-link/send', { email: 'Grace@Example.org', next: '/volunteer' })
  expect(answer.statusCode).toBe(202)
  const [mail] = received
  if (!mail) throw new Error('Nothing arrived.')
  expect([mail.from, mail.to]).toEqual(['no-reply@campaign.example', ['Grace@example.org']])
  expect(mail.message).toContain('Subject: Your sign-in link for Byron & Daughter')
  const link = new URL(/https:\/\/\S+/.exec(partOf(mail, 'text/plain'))?.[0] ?? '')
  expect([link.origin, link.pathname, link.searchParams.get('next')]).toEqual([
    sender.publicUrl,
    '/login/verify',
    '/volunteer',
  ])
  expect(partOf(mail, 'text/html')).toContain(`href="${link.href.replaceAll('&', '&amp;')}"`)
  const verified = await post('magic-link/verify', { token: link.searchParams.get('token') })
  expect(verified.json().user.email).toBe('Grace@Example.org')
})

it('an address that the mail server rejects is reported, and leaves no open link', async () => {
  const { post, received } = await mailServer({ refused: 'grace' })
  const answer = await post('magic-link/send', { email: 'grace@example.org' })
  expect([answer.statusCode, answer.json().message]).toEqual([
    503,
    'We could not send the email right now. Please try again later.',
  ])
  expect(received).toEqual([])
})

it('notices say what happened and what to do, and mask the new address', async () => {
  const { accountMail, backgroundMailer, received } = await mailServer()
  const to = 'ada@example.org'
  const place = { city: 'Lafayette', region: 'Indiana', country: 'United States' }
  accountMail.newSignIn(to, { device: 'Firefox on Windows', place, at: new Date() })
  accountMail.passwordChanged(to)
  accountMail.emailChangeAsked(to, 'secret@elsewhere.example')
  accountMail.emailChanged(to, 'secret@elsewhere.example', { wasProven: true })
  await backgroundMailer.idle()
  const texts = received.map((mail) => partOf(mail, 'text/plain')).sort()
  expect(texts).toEqual([
    expect.stringContaining(
      'a device we have not seen before: Firefox on Windows, near Lafayette, Indiana, United States, on August 1, 2026 at 9:05 AM.',
    ),
    expect.stringContaining('They want to change the address of your account to s…@elsewhere.example.'),
    expect.stringContaining('write to hello@campaign.example right away'),
    expect.stringContaining('The password for your account was just changed'),
  ])
  expect(texts.join()).not.toContain('secret')
})

it('notices about two-step sign-in explain it, and say how many recovery codes are left', async () => {
  const { accountMail, backgroundMailer, received } = await mailServer()
  const to = 'ada@example.org'
  const moment = { device: 'Firefox on Windows', place: null, at: new Date() }
  accountMail.secondFactorTurnedOn(to)
  accountMail.secondFactorTurnedOff(to)
  accountMail.recoveryCodeUsed(to, { ...moment, left: 1 })
  accountMail.recoveryCodeUsed(to, { ...moment, left: 0 })
  await backgroundMailer.idle()
  expect(received.map((mail) => partOf(mail, 'text/plain'))).toEqual(
    expect.arrayContaining([
      expect.stringContaining(
        'signing in to your account takes a second step: a code from your authenticator app, or a passkey.',
      ),
      expect.stringContaining('Signing in to your account no longer takes a second step.'),
      expect.stringContaining(
        'was used: Firefox on Windows, from an unknown location, on August 1, 2026 at 9:05 AM. You have 1 left.',
      ),
      expect.stringContaining('You have none left: please get new ones.'),
    ]),
  )
})

it('notices about passkeys name them, and say where they were added', async () => {
  const { accountMail, backgroundMailer, received } = await mailServer()
  const to = 'ada@example.org'
  const moment = { device: 'Firefox on Windows', place: null, at: new Date() }
  accountMail.passkeyAdded(to, { name: 'Blue <b>phone', ...moment })
  accountMail.passkeyRemoved(to, { name: 'Blue <b>phone' })
  await backgroundMailer.idle()
  const [added = '', removed = ''] = received
    .map((mail) => partOf(mail, 'text/plain'))
    .sort()
    .reverse()
  expect([added, removed].sort()).toEqual([
    expect.stringContaining(
      'The passkey “Blue <b>phone” can now sign in to your account. It was added with Firefox on',
    ),
    expect.stringContaining('You can no longer sign in to your account with the passkey “Blue <b>phone”.'),
  ])
  expect(received.map((mail) => partOf(mail, 'text/html')).join()).not.toContain('<b>')
})

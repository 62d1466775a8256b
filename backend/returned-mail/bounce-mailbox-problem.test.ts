import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ImapServerOptions, imapServer } from '../../test/support/mail/imap-server.ts'
import { bounce } from '../../test/support/mail/returned-mails.ts'
import { createCertificate } from '../../test/support/providers/certificate.ts'
import { createBounceMailbox } from './bounce-mailbox.ts'
import { bounceMailboxProblem } from './bounce-mailbox-problem.ts'
import { mailboxProblemAt } from './imap-connection.ts'
import { createMailboxWatch } from './mailbox-watch.ts'
import { createReturnedMailThread } from './returned-mail-thread.ts'

function mailboxAt(url: string) {
  const mailbox = createBounceMailbox({
    url,
    take: async () => 'done' as const,
    setAside: async () => {},
    thread: createReturnedMailThread(),
  })
  onTestFinished(mailbox.close)
  return mailbox
}

const saidOf = (url: string) => mailboxProblemAt(url)()

const server = 'The server of the mailbox for bounces (127.0.0.1)'
const noRights = `${server} doesn't let the user of BOUNCES_IMAP_URL mark and delete messages in INBOX. Give that user these rights (lrswte in an ACL).`

async function freePort(): Promise<number> {
  const listener = createServer()
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  await new Promise((resolve) => listener.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

describe('the mailbox for bounces says in one sentence', () => {
  it('nothing while all is well', async () => {
    expect(await saidOf((await imapServer([])).url)).toBeNull()
  })

  it('that the password is wrong', async () => {
    expect(await saidOf((await imapServer([])).wrong)).toBe(
      `${server} rejects the user or the password in BOUNCES_IMAP_URL. Correct them, then restart.`,
    )
  })

  it('that the authority of the certificate is unknown', async () => {
    const { key, certificate: cert } = createCertificate()
    const { url } = await imapServer([], { tls: { key, cert } })
    expect(await saidOf(url)).toBe(
      `${server} has a certificate of an unknown authority. Set NODE_EXTRA_CA_CERTS to the file of that authority.`,
    )
  })

  it('that the port is refused', async () => {
    const port = await freePort()
    expect(await saidOf(`imap://a:b@127.0.0.1:${port}`)).toBe(
      `${server} does not answer on port ${port}. Start it, or correct BOUNCES_IMAP_URL.`,
    )
  })

  it('that it speaks no TLS', async () => {
    const { at } = await imapServer([])
    expect(await saidOf(`imaps://bounces:secret@${at}`)).toMatch(
      /speaks no TLS on port \d+\. Use imap:\/\/ for STARTTLS \(143\) and imaps:\/\/ for TLS \(993\)\.$/,
    )
  })

  it.each<[string, ImapServerOptions]>([
    ['read', { flags: '' }],
    ['mark', { flags: '\\Seen \\Flagged' }],
    ['delete', { flags: '\\Deleted' }],
  ])('that its user may only %s', async (_what, options) => {
    expect(await saidOf((await imapServer([], options)).url)).toBe(noRights)
  })

  it.each([
    [
      'LOGIN',
      '[UNAVAILABLE] Ask ann@example.org',
      /cannot be used right now \(UNAVAILABLE\)\. The next run tries again\.$/,
    ],
    ['LOGIN', '[LIMIT] Too many connections', /cannot be used right now \(LIMIT\)\./],
    ['LOGIN', '[PRIVACYREQUIRED] No', /takes no password without encryption on port \d+\. Use imaps:\/\//],
    ['LOGIN', '[EXPIRED] Old password', /rejects the user or the password/],
    ['SELECT', '[NONEXISTENT] No INBOX', /doesn't let the user of BOUNCES_IMAP_URL open INBOX\. Create it, or give/],
    ['SELECT', '[NOPERM] No', /doesn't let the user of BOUNCES_IMAP_URL open INBOX\./],
    ['SELECT', '[SERVERBUG] Disk is full', /cannot be used right now \(SERVERBUG\)\./],
  ])('that %s is answered with NO %s', async (command, answer, sentence) => {
    expect(await saidOf((await imapServer([], { refusals: { [command]: answer } })).url)).toMatch(sentence)
  })

  it('that nothing is ever deleted, once something should have been', async () => {
    const { url } = await imapServer([bounce('5.1.1')], { expunges: false })
    const mailbox = mailboxAt(url)
    await expect(mailbox.read()).rejects.toThrow(noRights)
    // Also when there is nothing new to delete.
    await expect(mailbox.read()).rejects.toThrow(noRights)
  })

  it.each([
    ['Server does not support STARTTLS', '', /offers no encryption on port 143\. Use imaps:\/\//],
    ["Hostname/IP does not match certificate's altnames: x", 'X', /^The certificate of the server .* another name/],
    ['certificate has expired', 'CERT_HAS_EXPIRED', /has expired\. Renew it\.$/],
    ['getaddrinfo ENOTFOUND mail.example', 'ENOTFOUND', /has no address\. Correct the host/],
    ['Socket timeout', 'ETIMEOUT', /does not answer on port 143/],
    ['ann@example.org is over quota', '', /broke off \(no reason given\)/],
  ])('%s', (message, code, sentence) => {
    const error = Object.assign(new Error(message), { code })
    const said = bounceMailboxProblem(error, { host: 'mail.example', port: 143 })
    expect(said).toMatch(sentence)
    expect(said).not.toContain('ann@')
  })
})

it('elsewhere than on this machine, a password never leaves without encryption', async () => {
  const { at } = await imapServer([])
  // Every address of 127.0.0.0/8 is this machine; its name in IPv6 is none of those that are excepted.
  expect(await saidOf(`imap://bounces:secret@[::ffff:127.0.0.1]:${at.split(':')[1]}`)).toMatch(
    /offers no encryption on port \d+\. Use imaps:\/\/ in BOUNCES_IMAP_URL, or turn on STARTTLS there\.$/,
  )
})

it('operators are told once per cause, and when it is over', async () => {
  const { url, wrong } = await imapServer([])
  let isWrong = true
  const lines: string[] = []
  const [broken, mended] = [mailboxAt(wrong), mailboxAt(url)]
  const watch = createMailboxWatch(
    { read: () => (isWrong ? broken : mended).read() },
    { error: (line) => lines.push(`error ${line}`), warn: (line) => lines.push(`warn ${line}`) },
  )
  await watch.read()
  await watch.read()
  expect(watch.problem()).toMatch(/rejects the user or the password/)
  isWrong = false
  await watch.read()
  expect(watch.problem()).toBeNull()
  expect(lines).toEqual([
    expect.stringMatching(/^error .* rejects the user/),
    'warn The mailbox for bounces is read again.',
  ])
})

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type SinkOptions, startMailSink } from '../../test/support/mail/mail-sink.ts'
import { envelopeProblem } from './envelope-problem.ts'
import { createSmtpLine } from './smtp-lines.ts'

const hello = Buffer.from('Subject: Hello\r\n\r\nHello\r\n')

function lineTo(port: number, timeout = 2000) {
  const line = createSmtpLine({ host: '127.0.0.1', port, secure: false }, { timeout })
  onTestFinished(line.close)
  return (to: string, message = hello) => line.send({ from: 'us@example.org', to, message })
}

async function lineToSink(options: SinkOptions = {}) {
  const sink = await startMailSink(options)
  onTestFinished(sink.close)
  return { sink, send: lineTo(sink.port) }
}

/** A scripted server: `answer` gets each line of the client. */
async function scripted(answer: (line: string, socket: Socket) => string | null) {
  const lines: string[] = []
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.write('220 hello\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('latin1').split('\r\n').slice(0, -1)) {
        lines.push(line)
        const reply = answer(line, socket)
        if (reply !== null) socket.write(`${reply}\r\n`)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { lines, connections: () => connections, port, send: lineTo(port, 300) }
}

it.for([[[]], [['PIPELINING']]] as const)(
  'after a refused address the same connection takes the next mail (without: %j)',
  async ([without]) => {
    const { send } = await lineToSink({
      without: [...without],
      fault: (_mail, to) => (to.startsWith('ruth@') ? 'refuse' : null),
    })
    expect(await send('ruth@example.org')).toMatchObject({ kind: 'refused', code: '550 5.1.1' })
    expect(await send('naomi@example.org')).toEqual({ kind: 'sent', code: '250' })
    expect(await send('ruth@example.org')).toMatchObject({ kind: 'refused', code: '550 5.1.1' })
    expect(await send('boaz@example.org')).toEqual({ kind: 'sent', code: '250' })
  },
)

it.for([true, false])('email leaves over TLS (from the first byte: %s)', async (secure) => {
  // The certificate of this server is self-signed.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const seen: { text: string; isSafe: boolean }[] = []
  const server = new SMTPServer({
    secure,
    disabledCommands: ['AUTH'],
    authOptional: true,
    onData: (stream, session, done) =>
      void readText(stream).then((text) => {
        seen.push({ text, isSafe: session.secure })
        done()
      }),
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const line = createSmtpLine({ host: '127.0.0.1', port, secure, requireTLS: !secure }, { timeout: 5000 })
  onTestFinished(async () => {
    line.close()
    vi.unstubAllEnvs()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  for (const _ of [1, 2])
    expect(await line.send({ from: 'us@example.org', to: 'ruth@example.org', message: hello })).toEqual({
      kind: 'sent',
      code: '250',
    })
  expect(seen).toEqual(Array(2).fill({ text: hello.toString(), isSafe: true }))
})

it('where TLS is required, a server without TLS gets neither email nor password', async () => {
  const sink = await startMailSink({ auth: { user: 'sender', pass: 'right' } })
  onTestFinished(sink.close)
  const auth = { user: 'sender', pass: 'right' }
  const line = createSmtpLine(
    { host: '127.0.0.1', port: sink.port, secure: false, requireTLS: true, auth },
    { timeout: 5000 },
  )
  onTestFinished(line.close)
  expect(await line.send({ from: 'us@example.org', to: 'ruth@example.org', message: hello })).toEqual({
    kind: 'waits',
    cause: 'fault',
    sentence: 'The mail server offers no safe connection (TLS). Check SMTP_URL; sending goes on by itself.',
  })
  expect([sink.received, sink.tried.size]).toEqual([[], 0])
})

it('lines that begin with a dot arrive unchanged', async () => {
  const { sink, send } = await lineToSink()
  const text = 'Subject: Dots\r\n\r\n.\r\n..\r\n.a\r\nb.\r\nżółć\r\n.\r\n'
  expect(await send('ruth@example.org', Buffer.from(text))).toEqual({ kind: 'sent', code: '250' })
  expect(await send('naomi@example.org')).toEqual({ kind: 'sent', code: '250' })
  expect(sink.received.map(({ raw }) => raw)).toEqual([text, hello.toString()])
})

it('an address that would break the protocol is refused before sending', async () => {
  const { sink, send } = await lineToSink()
  expect(await send('ruth@example.org>\r\nDATA\r\n<a@example.org')).toMatchObject({
    kind: 'refused',
    code: '553 5.1.3',
  })
  expect(sink.tried.size).toBe(0)
})

const greeting = '250-hello\r\n250-PIPELINING\r\n250 SIZE 1000000'

it('a server that waits for a message without a recipient gets none, and the next email is not lost', async () => {
  let isRefused = true
  const { lines, send, connections } = await scripted((line) => {
    if (line.startsWith('EHLO')) return greeting
    if (line.startsWith('RCPT')) return isRefused ? '550-5.1.1 No mailbox\r\n550 5.1.1 of this name' : '250 OK'
    if (line === 'DATA') return '354 Go on'
    if (line === '.') return isRefused ? '554 No recipients' : '250 Queued'
    if (line === 'RSET') isRefused = false
    return /^(MAIL|RSET)/.test(line) ? '250 OK' : null
  })
  expect(await send('ruth@example.org')).toMatchObject({ kind: 'refused', code: '550 5.1.1' })
  expect(lines).not.toContain('Hello')
  expect(await send('naomi@example.org')).toEqual({ kind: 'sent', code: '250' })
  expect(lines.filter((line) => line === 'Hello')).toHaveLength(1)
  expect(lines).toContain(`MAIL FROM:<us@example.org> SIZE=${hello.length}`)
  expect(connections()).toBe(1)
})

it('a server that hangs up between two emails, or sends an unsolicited reply, costs no email', async () => {
  const connected: Socket[] = []
  const { send, connections } = await scripted((line, socket) => {
    if (line.startsWith('EHLO')) {
      connected.push(socket)
      return greeting
    }
    if (line === 'DATA') return '354 Go on'
    if (line === '.') return '250 Queued'
    return /^(MAIL|RCPT)/.test(line) ? '250 OK' : null
  })
  expect(await send('ruth@example.org')).toEqual({ kind: 'sent', code: '250' })
  const [first] = connected
  if (!first) throw new Error('There is no connection.')
  const left = once(first, 'close')
  first.write('421 4.3.2 Shutting down\r\n')
  await left
  expect(await send('naomi@example.org')).toEqual({ kind: 'sent', code: '250' })
  expect(connections()).toBe(2)
})

it.for<[string, (line: string, socket: Socket) => string | null]>([
  ['is silent', () => null],
  [
    'hangs up',
    (_line, socket) => {
      socket.destroy()
      return null
    },
  ],
  ['never ends its reply', () => '250-and'],
  ['speaks another protocol', () => 'HTTP/1.1 400 Bad Request'],
])('a server that %s in the middle of an email is retried later', async ([, answer]) => {
  const { send } = await scripted((line, socket) => (line.startsWith('EHLO') ? greeting : answer(line, socket)))
  expect(await send('ruth@example.org')).toEqual({ kind: 'later', code: 'no answer', isBusy: false })
})

it.each([
  ['250 2.1.5 Ok', null],
  ['554 5.7.1 <office@example.org>: Relay access denied', /does not pass on mail from us/],
  ['553 5.7.1 <us@example.org>: Sender address rejected: not owned by user x', /does not accept our sender address/],
  ['550 5.1.1 No such user', null],
])('asked before any mail whether it takes our sender, it says (%s)', async (answer, sentence) => {
  const { lines, port } = await scripted((line) => {
    if (line.startsWith('EHLO')) return greeting
    return line.startsWith('RCPT') ? answer : '250 OK'
  })
  const line = createSmtpLine({ host: '127.0.0.1', port, secure: false }, { timeout: 300 })
  const said = await envelopeProblem(line, { from: 'bounces@example.org', to: 'office@example.org' }, false)
  if (sentence === null) expect(said).toBeNull()
  else expect(said).toMatch(sentence)
  expect(lines.slice(1, 3)).toEqual(['MAIL FROM:<bounces@example.org>', 'RCPT TO:<office@example.org>'])
  expect(lines).not.toContain('DATA')
})

it.each([
  ['250 2.1.5 Ok', null],
  ['550 5.1.1 No such user', /does not accept mail to BOUNCES_ADDRESS with a plus and a token \(550 5\.1\.1\)/],
  ['554 5.7.1 <bounces+t@example.org>: Relay access denied', /does not pass on mail from us/],
  [
    '553 5.7.1 <bounces+t@example.org>: Sender address rejected: not owned by user x',
    /with a plus and a token as our sender/,
  ],
])('asked for a return address with a plus, it says (%s)', async (answer, sentence) => {
  const { lines, port } = await scripted((line) => {
    if (line.startsWith('EHLO')) return greeting
    return line.startsWith('RCPT TO:<bounces+') ? answer : '250 OK'
  })
  const line = createSmtpLine({ host: '127.0.0.1', port, secure: false }, { timeout: 300 })
  const said = await envelopeProblem(line, { from: 'bounces+t@example.org', to: 'office@example.org' }, true)
  if (sentence === null) expect(said).toBeNull()
  else expect(said).toMatch(sentence)
  expect(lines).toContain('RCPT TO:<bounces+t@example.org>')
  expect(lines).not.toContain('DATA')
})

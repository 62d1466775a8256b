import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type SinkOptions, startMailSink } from '../../test/support/mail/mail-sink.ts'
import { pipelining, startScriptedMailServer } from '../../test/support/mail/scripted-mail-server.ts'
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

async function scripted(answer: Parameters<typeof startScriptedMailServer>[0]) {
  const server = await startScriptedMailServer(answer)
  return { ...server, send: lineTo(server.port, 1000) }
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

it('a server that waits for a message without a recipient gets none, and the next email is not lost', async () => {
  let isRefused = true
  const { lines, send, connections } = await scripted((line) => {
    if (line.startsWith('EHLO')) return pipelining
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
      return pipelining
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
  const { send } = await scripted((line, socket) => (line.startsWith('EHLO') ? pipelining : answer(line, socket)))
  expect(await send('ruth@example.org')).toEqual({ kind: 'later', code: 'no answer', isBusy: false })
})

it.for<[string, (socket: Socket) => void]>([
  ['closes', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
])('each email counts as unanswered where a proxy %s the connection after the greeting', async ([, hangUp]) => {
  const { send } = await scripted((_line, socket) => {
    hangUp(socket)
    return null
  })
  expect(await send('ruth@example.org')).toEqual({ kind: 'later', code: 'no answer', isBusy: false })
})

it('a connection that is closed before the greeting is one to a server that is away', async () => {
  const server = createServer((socket) => void socket.end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await lineTo(port)('ruth@example.org')).toMatchObject({ kind: 'waits', cause: 'away' })
})

it('what a server says as it hangs up is heard, also on a connection that had an email before', async () => {
  const { send } = await scripted((line) => {
    if (line.startsWith('EHLO')) return pipelining
    if (line === 'DATA') return '354 Go on'
    if (line === '.') return '250 Queued'
    if (line === 'RCPT TO:<naomi@example.org>') return '421 4.7.28 Too fast'
    return /^(MAIL|RCPT)/.test(line) ? '250 OK' : null
  })
  expect(await send('ruth@example.org')).toEqual({ kind: 'sent', code: '250' })
  expect(await send('naomi@example.org')).toEqual({ kind: 'waits', cause: 'limit', code: '421 4.7.28' })
})

it('a server that keeps an email going byte by byte loses it after the timeout', async () => {
  const { port } = await startScriptedMailServer((line, socket) => {
    if (line.startsWith('EHLO')) return '250 hello'
    const drip = setInterval(() => socket.write('250-'), 20)
    socket.once('close', () => clearInterval(drip))
    return null
  })
  expect(await lineTo(port, 300)('ruth@example.org')).toEqual({ kind: 'later', code: 'no answer', isBusy: false })
})

it('an email larger than the server takes is held back, and says so', async () => {
  const { lines, send } = await scripted((line) => (line.startsWith('EHLO') ? '250-hello\r\n250 SIZE 10' : '250 OK'))
  expect(await send('ruth@example.org')).toMatchObject({ cause: 'fault', sentence: expect.stringMatching(/larger/) })
  expect(lines.some((line) => line.startsWith('RCPT'))).toBe(false)
})

it.each<[words: string, encoding: BufferEncoding, isHard: boolean]>([
  ['550 Empfänger unbekannt', 'utf8', true],
  ['550 Empfänger unbekannt', 'latin1', true],
  ['550-Utilisateur inconnu\r\n550 à cette adresse', 'utf8', true],
  ['550 Пользователь не найден', 'utf8', true],
  ['550 ユーザーが存在しません', 'utf8', true],
  ['550 5.1.1 用户不存在', 'utf8', true],
  ['550 Absender ungültig: Empfänger unbekannt', 'utf8', false],
  ['550 Boîte pleine', 'utf8', false],
  ['550 Boîte pleine', 'latin1', false],
  ['550 5.1.1 отправитель заблокирован', 'utf8', false],
])('an answer to RCPT TO of “%s” in %s, in pieces of two bytes: hard is %s', async (words, encoding, isHard) => {
  const bytes = Buffer.from(`${words}\r\n`, encoding)
  const { send } = await scripted((line, socket) => {
    if (!line.startsWith('RCPT')) return '250 OK'
    for (let at = 0; at < bytes.length; at += 2) socket.write(bytes.subarray(at, at + 2))
    return null
  })
  const attempt = await send('pat@example.org')
  expect(attempt.kind === 'refused' && attempt.isHard).toBe(isHard)
})

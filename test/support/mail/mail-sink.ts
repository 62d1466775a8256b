import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** `from`: of the envelope. */
export type Received = { from: string; to: string; messageId: string; raw: string }

/** The server’s reaction to the email with this number (1 for the first attempt), and this address. */
export type Fault = 'later' | 'full' | 'closing' | 'refuse' | 'refuse message' | 'delay message' | 'hang' | 'cut' | null
export type SinkOptions = {
  fault?: (mail: number, to: string) => Fault
  /** Its answer to MAIL FROM or RCPT TO now, if that is a refusal. */
  refusal?: (step: 'mail' | 'rcpt') => { code: number; words: string } | null
  /** The user name and password it insists on. */
  auth?: { user: string; pass: string }
  port?: number
  /** Extensions it does not know; without SMTPUTF8 it refuses addresses that need it. */
  without?: ('SMTPUTF8' | 'PIPELINING')[]
}

/** A real mail server on this machine that keeps what it accepts. */
export async function startMailSink(options: SinkOptions = {}) {
  const { fault = () => null, refusal = () => null, auth, port = 0, without = [] } = options
  const received: Received[] = []
  const tried = new Map<string, number>()
  /** By the port of the client. */
  const sockets = new Map<number, Socket>()
  let mails = 0
  const pending = new Map<string, Fault>()
  const refused = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })
  const refusedAt = (step: 'mail' | 'rcpt') => {
    const said = refusal(step)
    return said && refused(said.code, said.words)
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(auth ? [] : ['AUTH'])],
    authOptional: !auth,
    disableReverseLookup: true,
    allowInsecureAuth: true,
    hideSMTPUTF8: without.includes('SMTPUTF8'),
    hidePIPELINING: without.includes('PIPELINING'),
    onAuth: ({ username, password }, _session, done) =>
      username === auth?.user && password === auth?.pass
        ? done(null, { user: 'sender' })
        : done(refused(535, 'Wrong user name or password')),
    onMailFrom: (_address, _session, done) => done(refusedAt('mail')),
    onRcptTo({ address }, { id }, done) {
      tried.set(address, (tried.get(address) ?? 0) + 1)
      const what = fault(++mails, address)
      pending.set(id, what)
      const said = refusedAt('rcpt')
      if (said) return done(said)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: every character of ASCII
      if (without.includes('SMTPUTF8') && /[^\u0000-\u007f].*@/.test(address))
        return done(refused(553, '5.6.7 The address needs SMTPUTF8'))
      if (what === 'later') return done(refused(451, '4.2.0 Busy'))
      if (what === 'full') return done(refused(452, `4.2.2 The mailbox of <${address}> is full`))
      if (what === 'closing') return done(refused(421, '4.3.2 Closing'))
      if (what === 'refuse') return done(refused(550, '5.1.1 No such mailbox'))
      done()
    },
    onData(stream, { id, envelope, remotePort }, done) {
      void text(stream).then((raw) => {
        const what = pending.get(id)
        if (what === 'refuse message') return done(refused(554, `5.7.1 <${envelope.rcptTo[0]?.address}> was rejected`))
        if (what === 'delay message') return done(refused(451, '4.7.1 Greylisted'))
        if (what === 'hang') return
        const to = envelope.rcptTo.map(({ address }) => address).join()
        const messageId = /^Message-ID:\s+(\S+)/im.exec(raw)?.[1] ?? ''
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({ from, to, messageId, raw })
        if (what === 'cut') sockets.get(remotePort)?.destroy()
        else done()
      }, done)
    },
  })
  server.on('error', () => {})
  server.on('connect', () => {})
  server.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    if (remotePort !== undefined) sockets.set(remotePort, socket)
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.server.address() as AddressInfo
  return {
    port: taken,
    url: `smtp://${auth ? `${auth.user}:${auth.pass}@` : ''}127.0.0.1:${taken}`,
    received,
    /** Number of times that each address was tried. */
    tried,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets.values()) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
export type MailSink = Awaited<ReturnType<typeof startMailSink>>

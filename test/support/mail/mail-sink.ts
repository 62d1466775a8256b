import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type Received = { to: string; messageId: string; raw: string }

/** The server’s reaction to the email with this number (1 for the first attempt), and this address. */
export type Fault = 'later' | 'full' | 'closing' | 'refuse' | 'refuse message' | 'delay message' | 'hang' | 'cut' | null
export type SinkOptions = {
  fault?: (mail: number, to: string) => Fault
  /** Whether it refuses our sender address now. */
  refusesSender?: () => boolean
  /** The user name and password it insists on. */
  auth?: { user: string; pass: string }
  port?: number
  /** Extensions it does not know. */
  without?: ('SMTPUTF8' | 'PIPELINING')[]
}

/** A real mail server on this machine that keeps what it accepts. */
export async function startMailSink(options: SinkOptions = {}) {
  const { fault = () => null, refusesSender = () => false, auth, port = 0, without = [] } = options
  const received: Received[] = []
  const tried = new Map<string, number>()
  const sockets = new Map<string, Socket>()
  let mails = 0
  const pending = new Map<string, Fault>()
  const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })
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
        : done(refusal(535, 'Wrong user name or password')),
    onMailFrom: (_address, _session, done) => done(refusesSender() ? refusal(550, '5.1.8 Sender refused') : null),
    onRcptTo({ address }, { id }, done) {
      tried.set(address, (tried.get(address) ?? 0) + 1)
      const what = fault(++mails, address)
      pending.set(id, what)
      if (what === 'later') return done(refusal(451, '4.2.0 Busy'))
      if (what === 'full') return done(refusal(452, `4.2.2 The mailbox of <${address}> is full`))
      if (what === 'closing') return done(refusal(421, '4.3.2 Closing'))
      if (what === 'refuse') return done(refusal(550, '5.1.1 No such mailbox'))
      done()
    },
    onData(stream, { id, envelope }, done) {
      void text(stream).then((raw) => {
        const what = pending.get(id)
        if (what === 'refuse message') return done(refusal(554, `5.7.1 <${envelope.rcptTo[0]?.address}> was rejected`))
        if (what === 'delay message') return done(refusal(451, '4.7.1 Greylisted'))
        if (what === 'hang') return
        const to = envelope.rcptTo.map(({ address }) => address).join()
        const messageId = /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? ''
        received.push({ to, messageId, raw })
        if (what === 'cut') sockets.get(id)?.destroy()
        else done()
      }, done)
    },
  })
  server.on('error', () => {})
  server.on('connect', () => {})
  const connections: unknown = Reflect.get(server, 'connections')
  const remember = () => {
    if (!(connections instanceof Set)) return
    for (const connection of connections) sockets.set(connection.id, connection._socket)
  }
  server.server.on('connection', () => setImmediate(remember))
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.server.address() as AddressInfo
  return {
    port: taken,
    url: `smtp://${auth ? `${auth.user}:${auth.pass}@` : ''}127.0.0.1:${taken}`,
    received,
    /** How often each address was tried. */
    tried,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets.values()) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
export type MailSink = Awaited<ReturnType<typeof startMailSink>>

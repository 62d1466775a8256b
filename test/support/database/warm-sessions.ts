import { connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { discardAll, followState, type Greeting, goodbye, greetingIn } from './postgres-messages.ts'

/**
 * Sessions of PostgreSQL that serve one client after the other: to start one costs more than most tests do in it. Between
 * two clients it discards everything (`DISCARD ALL`); one that was left in the middle of something ends.
 */
export type WarmSessions = {
  /** For the option `stream` of a client. */
  stream(): Duplex
  /** Resolves when nothing is being discarded; false: some client is still there. */
  unused(): Promise<boolean>
  /** Of the sessions that wait for a client. */
  processIds(): number[]
  close(): void
}

type Address = [port: number | string, host?: string]
type Session = {
  socket: Socket
  /** Who hears what the server says. */
  client: WarmStream | null
  isIdle: boolean
  /** What the server said to its first client. */
  greeting: Greeting | null
  /** Where it is, and what its first client said: user, database, settings. */
  key: string
}

type Begin = (address: Address, startup: Buffer, client: WarmStream) => Session
/** Calls back when the session holds nothing any more. */
type Release = (session: Session, done: () => void) => void

/** Looks like a socket to a client of pg. */
class WarmStream extends Duplex {
  #address: Address = [0]
  #session: Session | null = null
  readonly #begin: Begin
  readonly #release: Release

  constructor(begin: Begin, release: Release) {
    super({ allowHalfOpen: false })
    this.#begin = begin
    this.#release = release
  }

  connect(...address: Address): this {
    this.#address = address
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay = () => this
  setKeepAlive = () => this
  ref = () => this.#session?.socket.ref()
  unref = () => this.#session?.socket.unref()

  hear(chunk: Buffer): void {
    if (!this.push(chunk)) this.#session?.socket.pause()
  }

  ended(): void {
    this.#session = null
    this.push(null)
  }

  override _read(): void {
    this.#session?.socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const session = this.#session
    if (!session) {
      this.#session = this.#begin(this.#address, chunk, this)
      done()
    } else if (chunk.equals(goodbye)) {
      this.#session = null
      this.#release(session, done)
    } else {
      session.isIdle = false
      if (session.socket.write(chunk)) done()
      else session.socket.once('drain', done)
    }
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done)
  }

  override _final(done: () => void): void {
    this.#session?.socket.end()
    if (!this.#session) this.push(null)
    this.resume()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#session?.socket.destroy()
    this.#session = null
    done(error)
  }
}

export function createWarmSessions(): WarmSessions {
  const all = new Set<Session>()
  const waiting: Session[] = []
  const discards = new Map<Session, PromiseWithResolvers<void>>()
  function discarded(session: Session): boolean {
    discards.get(session)?.resolve()
    return discards.delete(session)
  }

  function take(fits: (session: Session) => boolean): Session | undefined {
    const index = waiting.findLastIndex(fits)
    return index < 0 ? undefined : waiting.splice(index, 1)[0]
  }

  function open(address: Address, startup: Buffer, key: string): Session {
    const [port, host] = address
    const socket = typeof port === 'number' ? connect(port, host ?? '') : connect(port)
    socket.setNoDelay(true)
    const session: Session = { socket, client: null, isIdle: false, greeting: null, key }
    const said: Buffer[] = []
    const follow = followState((isIdle) => {
      session.isIdle = isIdle
    })
    socket.on('data', (chunk) => {
      follow(chunk)
      if (!session.greeting) {
        said.push(chunk)
        if (session.isIdle) session.greeting = greetingIn(Buffer.concat(said))
      }
      session.client?.hear(chunk)
      if (session.isIdle && !socket.writableEnded && discarded(session)) waiting.push(session)
    })
    socket.on('error', (error) => session.client?.destroy(error))
    socket.on('close', () => {
      all.delete(session)
      session.client?.ended()
      discarded(session)
      take((other) => other === session)
    })
    socket.write(startup)
    all.add(session)
    return session
  }

  function begin(address: Address, startup: Buffer, client: WarmStream): Session {
    const key = `${address.join(' ')} ${startup.toString('latin1')}`
    const warm = take((session) => session.key === key)
    const session = warm ?? open(address, startup, key)
    session.client = client
    session.socket.ref()
    const greeting = warm?.greeting
    if (greeting) process.nextTick(() => client.hear(greeting.bytes))
    return session
  }

  function release(session: Session, done: () => void): void {
    const { socket } = session
    const discard = Promise.withResolvers<void>()
    discards.set(session, discard)
    discard.promise.then(done)
    session.client = null
    socket.resume()
    if (!session.isIdle) return void socket.end(goodbye)
    session.isIdle = false
    socket.unref()
    socket.write(discardAll)
  }

  return {
    stream: () => new WarmStream(begin, release),
    async unused() {
      await Promise.all([...discards.values()].map(({ promise }) => promise))
      return waiting.length === all.size
    },
    processIds: () => waiting.map(({ greeting }) => greeting?.processId ?? 0),
    close() {
      for (const { socket } of all) socket.destroy()
    },
  }
}

import { connect, createServer, type Socket } from 'node:net'

/** An unreliable network between a client and a server, for tests. */
export type Proxy = {
  port: number
  /** The next request arrives, but the connections break instead of its response. */
  loseNextAnswer(): void
  /** Drops every connection; new ones work. */
  cut(): void
  /** Drops every connection and refuses new ones. */
  goDown(): void
  /** The next request that contains this text arrives, but everything goes down instead of its response. */
  goDownAfter(words: string): Promise<void>
  comeBack(): void
  /** Number of connections that it refused while it was down. */
  refused(): number
  /** Keeps the connections open, and takes new ones, but passes nothing on until it is told to speak. */
  silence(): void
  speak(): void
  close(): Promise<void>
}

export async function createProxy(to: { host: string; port: number | (() => number) }): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let losesNext = false
  let isDown = false
  let isSilent = false
  let refused = 0
  let awaited: { words: string; done: () => void } | null = null
  const server = createServer((client) => {
    if (isDown) {
      refused++
      return void client.destroy()
    }
    let isLast = false
    if (isSilent) client.pause()
    const upstream = connect(typeof to.port === 'number' ? to.port : to.port(), to.host)
    client.setNoDelay()
    upstream.setNoDelay()
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (chunk) => {
      isLast ||= awaited !== null && chunk.includes(awaited.words)
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (isLast && awaited) {
        goDown()
        awaited.done()
        awaited = null
      } else if (losesNext) cut()
      else client.write(chunk)
    })
  })
  const cut = () => {
    losesNext = false
    for (const socket of sockets) socket.destroy()
  }
  const goDown = () => {
    isDown = true
    cut()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    port: address.port,
    loseNextAnswer() {
      losesNext = true
    },
    cut,
    goDown,
    goDownAfter(words) {
      return new Promise((done) => {
        awaited = { words, done }
      })
    },
    comeBack() {
      isDown = false
    },
    refused: () => refused,
    silence() {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    speak() {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

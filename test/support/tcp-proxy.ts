import { connect, createServer, type Socket } from 'node:net'

/** A bad network between a client and a server, for tests. */
export type Proxy = {
  port: number
  /** The next request arrives, but instead of its answer the connections break. */
  loseNextAnswer(): void
  /** Drops every connection; new ones work. */
  cut(): void
  close(): Promise<void>
}

export async function createProxy(to: { host: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let losesNext = false
  const server = createServer((client) => {
    const upstream = connect(to.port, to.host)
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
    client.on('data', (chunk) => upstream.write(chunk))
    upstream.on('data', (chunk) => {
      if (losesNext) cut()
      else client.write(chunk)
    })
  })
  const cut = () => {
    losesNext = false
    for (const socket of sockets) socket.destroy()
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
    close() {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from './node-http.ts'
import { nodeServerOptions } from './node-server.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Listens before the program is loaded: answers what it can; all other requests wait for the program. */
export type EarlyServer = {
  /** Rejects when the address cannot be used. */
  opened: Promise<void>
  /** The server, which Fastify takes over: when Fastify starts to listen, `listener` gets every request. */
  handOver(listener: Listener): Server
}

export function openEarlyServer(
  { port, host }: { port: number; host: string },
  tryServe: (request: IncomingMessage, response: ServerResponse) => boolean,
): EarlyServer {
  const waiting: [IncomingMessage, ServerResponse][] = []
  let current: Listener = (request, response) => {
    if (!tryServe(request, response)) waiting.push([request, response])
  }
  const server = createServer(nodeServerOptions, (request, response) => current(request, response))
  const opened = new Promise<void>((resolve, reject) => {
    server.once('error', reject).once('listening', resolve)
  })
  opened.catch(() => {}) // the awaiting caller reports it
  server.listen(port, host)

  return {
    opened,
    handOver(listener) {
      // Fastify calls it when its routes are ready, and expects an event.
      server.listen = () => {
        current = listener
        for (const [request, response] of waiting.splice(0)) if (!response.destroyed) listener(request, response)
        setImmediate(() => server.emit('listening'))
        return server
      }
      return server
    },
  }
}

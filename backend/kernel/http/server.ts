import type { IncomingMessage, ServerResponse } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import type { EarlyServer } from './early-server.ts'
import { createServer } from './node-http.ts'
import { nodeServerOptions, timeouts } from './node-server.ts'
import { fastifyOptions, type ServerConfig } from './server-options.ts'

/** Seconds. */
export const keepAlive = timeouts.idle / 1000

/**
 * `tryServe` answers pages before Fastify gets the request, and returns whether it did. `early`: the server that
 * already listens.
 */
export function createHttp(
  config: ServerConfig,
  tryServe: (request: IncomingMessage, response: ServerResponse) => boolean,
  early?: EarlyServer,
): FastifyInstance {
  return fastify({
    ...fastifyOptions(config),
    serverFactory: (handler) => {
      const listener = (request: IncomingMessage, response: ServerResponse) => {
        if (!tryServe(request, response)) handler(request, response)
      }
      return early?.handOver(listener) ?? createServer(nodeServerOptions, listener)
    },
  })
}

/** The port it listens on; null before that. */
export function portOf(http: FastifyInstance): number | null {
  const address = http.server.address()
  return typeof address === 'object' && address ? address.port : null
}

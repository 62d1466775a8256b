import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { fastifyOptions, type ServerConfig } from './server-options.ts'

/** `tryServe` answers pages before Fastify hears of the request, and says whether it did. `keepAlive`: seconds. */
export function createHttp(
  config: ServerConfig,
  tryServe: (request: IncomingMessage, response: ServerResponse) => boolean,
): { http: FastifyInstance; keepAlive: number } {
  const options = fastifyOptions(config)
  const { keepAliveTimeout = 5000, requestTimeout } = options
  const http = fastify({
    ...options,
    // Fastify's own server would take these settings by itself.
    serverFactory: (handler) =>
      createServer({ ...options.http, keepAliveTimeout, requestTimeout }, (request, response) => {
        if (!tryServe(request, response)) handler(request, response)
      }),
  })
  return { http, keepAlive: keepAliveTimeout / 1000 }
}

/** Where it listens; with the port that was asked for as long as it does not. */
export function addressOf(http: FastifyInstance, { host, port }: { host: string; port: number }): string {
  const address = http.server.address()
  return `http://${host}:${typeof address === 'object' && address ? address.port : port}`
}

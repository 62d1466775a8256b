import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyHttpOptions, LogController } from 'fastify'
import { bodyLimit } from './body.ts'
import { toProblem } from './errors.ts'
import { type LogOptions, loggerOptions } from './log.ts'
import { STATUS_CODES } from './node-http.ts'
import { nodeServerOptions, timeouts } from './node-server.ts'
import { sendProblem } from './problem.ts'
import { apiContentSecurityPolicy, type HttpsOnly, securityHeaders } from './security-headers.ts'

const brokenRequests: Record<string, { status: number; message: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers of the request are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the request are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive. Please try again.' },
}

/** Bytes that are not HTTP: there is only a socket and no request yet. */
function answerBrokenRequest(error: { code?: string }, socket: Socket, headers: Record<string, string>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const known = error.code === undefined ? undefined : brokenRequests[error.code]
  const { status, message } = known ?? { status: 400, message: 'The request is not valid HTTP.' }
  const body = JSON.stringify({ message })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

export type ServerConfig = LogOptions &
  HttpsOnly & {
    /** Addresses of the reverse proxies; X-Forwarded-… from anyone else is ignored. */
    trustProxy: string[]
  }

/** For `fastify(…)`: limits against slow and oversized requests, ids, and a log without personal data. */
export function fastifyOptions(config: ServerConfig): FastifyHttpOptions<Server> {
  const headers = { ...securityHeaders(config), 'content-security-policy': apiContentSecurityPolicy }
  return {
    logger: loggerOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    http: nodeServerOptions,
    // Requests that arrive on open connections during shutdown are still served; the connection then ends.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers, 'x-request-id': request.id })
      sendProblem(reply, toProblem(error))
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
  }
}

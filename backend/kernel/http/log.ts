import type { Server } from 'node:http'
import type { FastifyBaseLogger, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify'
import { isStatementError } from './database-errors.ts'

/**
 * Allowed content of the log: routes, statuses, times, request ids, and where our code failed. Never a body, a query
 * string, a cookie or an IP address.
 */

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'

const textOf = (error: Error, field: string): string | undefined => {
  const value: unknown = Reflect.get(error, field)
  return typeof value === 'string' ? value : undefined
}

/**
 * Describes an error for the log. Postgres and knex quote values in their messages, so only names and codes are kept.
 */
export function describeError(error: unknown) {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'A value that is not an Error was thrown.', stack: '' }
  const code = textOf(error, 'code')
  // The stack starts with the message; keep only the frames.
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const common = { type: error.name, code, stack: stack.join('\n') }
  if (!isStatementError(error)) return { ...common, message: error.message }
  const [table, constraint, routine] = ['table', 'constraint', 'routine'].map((field) => textOf(error, field))
  return { ...common, message: `PostgreSQL returned ${code}.`, table, constraint, routine }
}

export type LogOptions = { logLevel: LogLevel; logTo?: { write(line: string): void } }

type LoggerOptions = Exclude<FastifyHttpOptions<Server>['logger'], boolean | undefined>

export const loggerOptions = ({ logLevel, logTo }: LogOptions): LoggerOptions => ({
  level: logLevel,
  base: { pid: process.pid },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  serializers: {
    req: (request) => ({ method: request.method, route: request.routeOptions?.url }),
    res: (reply) => ({ statusCode: reply.statusCode }),
    err: describeError,
  },
  // A safety net for careless log statements elsewhere.
  redact: [
    'body',
    'query',
    'headers',
    'cookie',
    'cookies',
    'password',
    'token',
    'email',
    'ip',
    '*.password',
    '*.email',
  ],
  ...(logTo && { stream: logTo }),
})

/** One line per page; scripts, styles and pictures only at debug level. Unknown paths are not logged, even as pages. */
export function logPage(
  log: FastifyBaseLogger,
  { method, route, status, requestId, traceId }: PageLine,
  isFile: boolean,
): void {
  const line = { reqId: requestId, ...(traceId !== null && { traceId }), method, route, status }
  if (isFile) log.debug(line, 'answered')
  else log.info(line, 'answered')
}

type PageLine = {
  method: string | undefined
  route: string
  status: number
  requestId: string
  traceId: string | null
}

/** One line per response, instead of Fastify’s two. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url
  const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }
  if (route === '/healthz' || route === '/readyz') request.log.debug(line, 'answered')
  else request.log.info(line, 'answered')
}

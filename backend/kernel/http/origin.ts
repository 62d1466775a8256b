import type { FastifyRequest } from 'fastify'
import { apiKeyOf } from './api-keys.ts'
import { HttpProblem } from './problem.ts'
import { isForStaff } from './staff-policy.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isSafe = (method: string): boolean => safe.has(method)

/**
 * 403 for an unsafe request, or one to the console, that another site made on behalf of the visitor. `Sec-Fetch-Site` decides where the browser
 * sends it (only for trustworthy origins), otherwise `Origin`; a request with neither is not from a browser and may not
 * carry a cookie. `origins` are ours; when empty, the scheme and host of the request.
 */
export function checkOrigin(request: FastifyRequest, origins: readonly string[]): void {
  // No other site can make a browser send a key, and a session beside it is not read.
  if (apiKeyOf(request) !== null) return
  if (isLedToConsole(request)) throw notOurs()
  if (isSafe(request.method) || isSigned(request, origins)) return
  throw notOurs()
}

const notOurs = () => new HttpProblem(403, 'This request did not come from our own pages, so it was refused.')

/**
 * Another site may not send an admin to a route of the console: no page links there, and some reads, such as exports,
 * are recorded.
 */
const isLedToConsole = ({ headers, routeOptions }: FastifyRequest): boolean =>
  isForStaff(routeOptions.config.policy) && ['cross-site', 'same-site'].includes(headers['sec-fetch-site'] ?? '')

function isSigned({ headers, protocol, host }: FastifyRequest, origins: readonly string[]): boolean {
  const { origin, cookie, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site === 'same-origin'
  if (origin === undefined) return cookie === undefined
  return origins.length > 0 ? origins.includes(origin) : origin === `${protocol}://${host}`
}

import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isLoadedAhead, purposeOf } from './loaded-ahead.ts'

/** One answered request, with as few copied fields as possible; everything else is computed when it is written. */
export type RequestLogEntry = {
  /** Milliseconds since 1970. */
  at: number
  kind: 'page' | 'api' | 'other'
  method: string
  /** Without the query string, which may be private. */
  path: string
  status: number
  /** Milliseconds. */
  responseTime: number
  socketAddress: string
  forwardedFor: string | undefined
  userAgent: string | undefined
  referrer: string | undefined
  host: string | undefined
  cookie: string | undefined
  /** Set by a browser that fetches or draws a page before people open it: 'prefetch', 'prefetch;prerender'. */
  purpose: string | undefined
  /** The page variation that this response served. */
  templateId: string | null
}

type Details = Pick<RequestLogEntry, 'kind' | 'path' | 'status' | 'responseTime' | 'templateId'>

export function requestLogEntryOf({ method, headers, socket }: IncomingMessage, details: Details): RequestLogEntry {
  return {
    at: Date.now(),
    kind: details.kind,
    method: method ?? '',
    path: details.path,
    status: details.status,
    responseTime: details.responseTime,
    socketAddress: socket.remoteAddress ?? '',
    forwardedFor: typeof headers['x-forwarded-for'] === 'string' ? headers['x-forwarded-for'] : undefined,
    userAgent: headers['user-agent'],
    referrer: headers.referer,
    host: headers.host,
    cookie: headers.cookie,
    purpose: purposeOf(headers),
    templateId: details.templateId,
  }
}

/** The path of every link in an email, without the rest, which identifies its owner. */
const mailLink = '/go/mail'

export const withoutOwner = (path: string) => (path.startsWith(`${mailLink}/`) ? mailLink : path)

/** A click has an exact time, and its person is in the log of events. */
export const isMailClick = ({ path }: Pick<RequestLogEntry, 'path'>) => path === mailLink

export const withoutQuery = (url: string): string => /^[^?#]*/.exec(url)?.[0] ?? ''

/** A referrer without its query, and without the user and password that some browsers leave in it. */
export const withoutSecrets = (url: string): string =>
  withoutQuery(url).replace(/^([a-z][a-z\d+.-]*:)?[/\\]*[^/\\]*@/i, '$1//')

/** The nearest address that is not one of our proxies; X-Forwarded-For from anyone else is ignored. */
export function clientAddress(
  { socketAddress, forwardedFor = '' }: Pick<RequestLogEntry, 'socketAddress' | 'forwardedFor'>,
  isProxy: (address: string, hop: number) => boolean,
): string {
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  let address = socketAddress
  for (let hop = 0; isProxy(address, hop) && hops.length > 0; hop++) {
    const next = hops.pop() ?? ''
    if (isIP(next) === 0) break
    address = next
  }
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** The address of the other site that the visitor came from, without its query; null otherwise. */
export function sourceOf({ referrer, host }: Pick<RequestLogEntry, 'referrer' | 'host'>): string | null {
  const url = referrer === undefined ? null : URL.parse(referrer)
  if (url === null || !/^https?:$/.test(url.protocol) || url.host === host) return null
  return (url.origin + url.pathname).slice(0, 500)
}

const cookieOf = (cookie: string, name: string): string | null =>
  cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null

/** The session id as stored in app.sessions, in hex. */
export function sessionOf({ cookie }: Pick<RequestLogEntry, 'cookie'>, name: string): string | null {
  const id = cookie === undefined ? null : cookieOf(cookie, name)
  return id === null ? null : createHash('sha256').update(id).digest('hex')
}

/** The page variation that a returning visitor sees on the home page, according to the cookie. */
export function templateOf({ cookie, kind, path, templateId }: RequestLogEntry, name: string): string | null {
  if (templateId !== null || cookie === undefined || kind !== 'page' || path !== '/') return templateId
  return /\.(gen\d{1,9}_[\w-]{1,40})\./.exec(cookieOf(cookie, name) ?? '')?.[1] ?? null
}

const signIn = /^\/(?:login|setup)(?:\/|$)/

/** True when this may be a first visit: a person viewing a page that is not part of signing in (administration §9). */
export const mayBeVisit = ({ kind, path, method, purpose }: RequestLogEntry, isCrawler: boolean): boolean =>
  kind === 'page' && method === 'GET' && !isCrawler && !isLoadedAhead(purpose) && !signIn.test(path)

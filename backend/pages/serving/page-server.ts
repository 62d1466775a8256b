import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding } from './accept-encoding.ts'
import { type FirstSource, withCookie } from './first-source.ts'
import type { PageStore } from './page-store.ts'
import { writeReadyHead } from './ready-head.ts'
import { type Answer, answer, type ReadyPage, secretAnswer } from './ready-page.ts'

export type PageServer = {
  /** Responds to a GET or HEAD for a known path and returns true; leaves anything else to the next handler. */
  tryServe(req: IncomingMessage, res: ServerResponse): boolean
  /** Responds with the 404 page of the site to an unhandled GET or HEAD. False when the site has none. */
  notFound(req: IncomingMessage, res: ServerResponse, requestId: string): boolean
  /** From now on every response closes its connection, so that a stopping server is not kept open. */
  drain(): void
}

const redirectCaching = ['Content-Length', '0', 'Cache-Control', 'no-cache']
const nothing = Buffer.alloc(0)
/** Links in emails carry their token in the query, because mail programs lose what stands after a '#'. */
const holdsToken = /[?&]token=/

/** Called after every page and file served; must not throw, and should cost next to nothing. */
export type OnServed = (req: IncomingMessage, res: ServerResponse, page: ReadyPage, requestId: string) => void

/**
 * Serves pages and files of the site from memory. Paths are looked up in a map, never on disk and never decoded, so
 * path traversal is impossible. Cookies change no byte: everyone gets the same page.
 * `keepAlive`: the keep-alive timeout of the server in seconds.
 */
export function createPageServer(
  store: Pick<PageStore, 'get' | 'has'>,
  {
    keepAlive = 5,
    onServed,
    securityHeaders = {},
    isComplete = () => true,
    firstSource = () => null,
  }: {
    keepAlive?: number
    onServed?: OnServed
    securityHeaders?: Record<string, string>
    /** While false, a missing page may still appear, and is left to the next handler. */
    isComplete?: () => boolean
    firstSource?: FirstSource
  } = {},
): PageServer {
  const security = Object.entries(securityHeaders).flat()
  let isDraining = false

  function send(
    req: IncomingMessage,
    res: ServerResponse,
    page: ReadyPage,
    requestId: string,
    hasSecret = false,
  ): void {
    if (isDraining) res.shouldKeepAlive = false
    const cookie = firstSource(req, page)
    const kept = (ready: Answer) => (cookie === null ? ready : withCookie(ready, cookie))
    const condition = req.headers['if-none-match']
    const hasTag = !hasSecret && page.caching !== 'never' && page.status === 200
    if (hasTag && condition !== undefined && matches(condition, page.etag)) {
      writeReadyHead(req, res, kept(page.notModified), keepAlive, requestId)
      res.end()
      return
    }
    const shown = page.answers[acceptedEncoding(req.headers['accept-encoding'])]
    const ready = kept(hasSecret ? secretAnswer(shown) : shown)
    writeReadyHead(req, res, ready, keepAlive, requestId)
    if (req.method === 'HEAD') res.end()
    else res.end(ready.body)
  }

  /** The 404 page of a section: '/news/…' -> '/news/not-found'. */
  function notFoundIn(path: string): ReadyPage | undefined {
    const end = path.indexOf('/', 1)
    return end < 0 ? undefined : store.get(`${path.slice(0, end)}/not-found`)
  }

  /** '/about/' redirects to '/about'. Only to existing paths, so it can lead nowhere else. */
  function redirect(req: IncomingMessage, res: ServerResponse, path: string, query: string): boolean {
    const target = path.slice(0, -1)
    if (path.length < 2 || !path.endsWith('/') || !store.has(target)) return false
    writeReadyHead(
      req,
      res,
      answer(308, ['Location', target + query, ...redirectCaching, ...security], nothing),
      keepAlive,
      randomUUID(),
    )
    res.end()
    return true
  }

  return {
    tryServe(req, res) {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false
      // HTTP/1.1 requires a Host header; the error is sent elsewhere.
      if (req.headers.host === undefined) return false
      const url = req.url ?? ''
      const queryStart = url.indexOf('?')
      const path = queryStart < 0 ? url : url.slice(0, queryStart)
      const page = store.get(path)
      // Its bytes were dropped; the next handler makes them again.
      if (!page && store.has(path)) return false
      if (!page && redirect(req, res, path, queryStart < 0 ? '' : url.slice(queryStart))) return true
      const ready = page ?? (isComplete() ? notFoundIn(path) : undefined)
      if (!ready) return false
      const requestId = randomUUID()
      send(req, res, ready, requestId, queryStart >= 0 && holdsToken.test(url))
      onServed?.(req, res, ready, requestId)
      return true
    },
    notFound(req, res, requestId) {
      const page = store.get('/404')
      if (page) send(req, res, page, requestId)
      return page !== undefined
    },
    drain() {
      isDraining = true
    },
  }
}

/** If-None-Match by weak comparison (RFC 9110, 13.1.2): `*`, one tag, or a list; W/ makes no difference. */
function matches(condition: string, etag: string): boolean {
  if (condition === etag || condition.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return condition.match(/"[^"]*"/g)?.includes(opaque) ?? false
}

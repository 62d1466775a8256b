import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type Activity, createActivityWriter } from './activity-log.ts'
import { createBatchWriter } from './batch-writer.ts'
import { isLoadedAhead } from './loaded-ahead.ts'
import { createLocate, type Locate } from './locations.ts'
import { type RequestLogEntry, requestLogEntryOf, withoutOwner, withoutQuery } from './request-log.ts'
import { keepDeletingOld } from './retention.ts'
import { createRequestLogWriter } from './write-request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The page variation that this response serves, for the traffic log. */
    templateId: string | null
  }
}

export type Traffic = {
  /** Called when a page was served from memory: only copies a few fields. */
  onServed(req: IncomingMessage, res: ServerResponse, page: { csp: string | null }): void
  /** Logs every response of Fastify except health checks. Call it once, on the root instance. */
  register(app: FastifyInstance): void
  recordActivity(activity: Activity): void
  /** Writes everything queued so far. */
  flush(): Promise<void>
  /** Call it once the database has its tables. */
  start(): void
  close(): Promise<void>
  /** Rows dropped because the queue was full or the database rejected them. */
  dropped(): number
}

const unlogged = new Set(['/healthz', '/readyz'])
/** The request and activity logs: kept out of the way of the site. */
export function createTraffic({
  pool,
  trustProxy,
  isCrawler,
  cookies,
  onError,
  locate = createLocate(onError),
}: {
  pool: pg.Pool
  /** Addresses of the reverse proxies. */
  trustProxy: string[]
  isCrawler: (userAgent: string) => boolean
  cookies: { session: string; variation: string }
  onError: (error: unknown) => void
  locate?: Locate
}): Traffic {
  const isProxy = trustProxy.length > 0 ? proxyAddr.compile(trustProxy) : () => false
  const entries = createBatchWriter<RequestLogEntry>({
    write: createRequestLogWriter({ pool, isProxy, isCrawler, locate, cookies }),
    onError,
  })
  const activities = createBatchWriter<Activity>({ write: createActivityWriter(pool), onError, capacity: 4096 })
  let stopDeleting = () => {}

  /** A page that a browser loads ahead is no visit; it asks again when people open it. */
  function add(entry: RequestLogEntry): void {
    if (entry.kind !== 'page' || !isLoadedAhead(entry.purpose)) entries.add(entry)
  }

  return {
    onServed(req, { statusCode }, { csp }) {
      // Styles, fonts and scripts come with a page and are not logged.
      if (csp === null) return
      const url = req.url ?? ''
      const queryStart = url.indexOf('?')
      const path = queryStart < 0 ? url : url.slice(0, queryStart)
      add(requestLogEntryOf(req, { kind: 'page', path, status: statusCode, responseTime: 0, templateId: null }))
    },
    register(app) {
      app.decorateRequest('templateId', null)
      app.addHook('onResponse', async (request, reply) => {
        const path = withoutQuery(request.url)
        if (unlogged.has(path)) return
        const isApi = /^\/api(?:\/|$)/.test(request.routeOptions.url ?? path)
        const isPage = /^text\/html\b/.test(String(request.headers.accept ?? ''))
        add(
          requestLogEntryOf(request.raw, {
            kind: isApi ? 'api' : isPage ? 'page' : 'other',
            path: withoutOwner(path),
            status: reply.raw.statusCode,
            responseTime: reply.elapsedTime,
            templateId: request.templateId,
          }),
        )
      })
    },
    recordActivity: (activity) => void activities.add(activity),
    async flush() {
      await Promise.all([entries.flush(), activities.flush()])
    },
    start() {
      entries.start()
      activities.start()
      stopDeleting = keepDeletingOld(pool, onError)
    },
    async close() {
      stopDeleting()
      await Promise.all([entries.close(), activities.close()])
    },
    dropped: () => entries.dropped() + activities.dropped(),
  }
}

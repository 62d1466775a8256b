import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type Activity, createActivityWriter } from './activity-log.ts'
import { createBatchWriter } from './batch-writer.ts'
import { createLocate, type Locate } from './locations.ts'
import { type RequestLogEntry, requestLogEntryOf, withoutQuery } from './request-log.ts'
import { keepDeletingOld } from './retention.ts'
import { createRequestLogWriter } from './write-request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Page variation that this answer hands out, for the traffic log. */
    templateId: string | null
  }
}

export type Traffic = {
  /** A page went out from memory: a few fields are copied and nothing else. */
  onServed(req: IncomingMessage, res: ServerResponse, page: { csp: string | null }): void
  /** Every answer of Fastify but health checks. Once, on the server's own scope. */
  register(app: FastifyInstance): void
  noteActivity(activity: Activity): void
  /** Writes what is there now. */
  flush(): Promise<void>
  /** From now on the database has its tables. */
  start(): void
  close(): Promise<void>
  /** Rows left out because there was no room, or the database refused them. */
  dropped(): number
}

const unlogged = new Set(['/healthz', '/readyz'])

/** Who asked for what, and what people did: kept beside the site, never in its way. */
export function createTraffic({
  pool,
  trustProxy,
  isCrawler,
  cookies,
  onError,
  locate = createLocate(onError),
}: {
  pool: pg.Pool
  /** Addresses of the proxies in front. */
  trustProxy: string[]
  isCrawler: (userAgent: string) => boolean
  cookies: { session: string; variation: string }
  onError: (error: unknown) => void
  locate?: Locate
}): Traffic {
  const isProxy = trustProxy.length > 0 ? proxyAddr.compile(trustProxy) : () => false
  const hits = createBatchWriter<RequestLogEntry>({
    write: createRequestLogWriter({ pool, isProxy, isCrawler, locate, cookies }),
    onError,
  })
  const activities = createBatchWriter<Activity>({ write: createActivityWriter(pool), onError, capacity: 4096 })
  let stopDeleting = () => {}

  return {
    onServed(req, { statusCode }, { csp }) {
      // Styles, fonts and scripts come with a page and say nothing of their own.
      if (csp === null) return
      const url = req.url ?? ''
      const question = url.indexOf('?')
      const path = question < 0 ? url : url.slice(0, question)
      hits.add(requestLogEntryOf(req, { kind: 'page', path, status: statusCode, responseTime: 0, templateId: null }))
    },
    register(app) {
      app.decorateRequest('templateId', null)
      app.addHook('onResponse', async (request, reply) => {
        const path = withoutQuery(request.url)
        if (unlogged.has(path)) return
        const isApi = /^\/api(?:\/|$)/.test(path)
        const isPage = /^text\/html\b/.test(String(request.headers.accept ?? ''))
        hits.add(
          requestLogEntryOf(request.raw, {
            kind: isApi ? 'api' : isPage ? 'page' : 'other',
            path,
            status: reply.raw.statusCode,
            responseTime: reply.elapsedTime,
            templateId: request.templateId,
          }),
        )
      })
    },
    noteActivity: (activity) => void activities.add(activity),
    async flush() {
      await Promise.all([hits.flush(), activities.flush()])
    },
    start() {
      hits.start()
      activities.start()
      stopDeleting = keepDeletingOld(pool, onError)
    },
    async close() {
      stopDeleting()
      await Promise.all([hits.close(), activities.close()])
    },
    dropped: () => hits.dropped() + activities.dropped(),
  }
}

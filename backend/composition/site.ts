import { join } from 'node:path'
import { urlHere } from '../config/hosts.ts'
import { logPage } from '../kernel/http/log.ts'
import { securityHeaders } from '../kernel/http/security-headers.ts'
import { keepAlive } from '../kernel/http/server.ts'
import { traceIdOf } from '../kernel/http/trace-context.ts'
import type { Projector } from '../kernel/projector/projector.ts'
import { createFirstSource } from '../pages/serving/first-source.ts'
import { createSitePages, type SitePages } from '../pages/site-pages.ts'
import type { Traffic } from '../traffic/traffic.ts'
import type { Base } from './base.ts'

/** The pages of the site, whose requests are counted and logged like those of the API. */
export const createSite = ({
  config,
  core,
  database,
  logger,
  projector,
  traffic,
}: Omit<Base, 'secrets'> & {
  projector: Pick<Projector, 'onMoved'>
  traffic: Pick<Traffic, 'onServed'>
}): Promise<SitePages> =>
  createSitePages({
    pool: database.pool,
    copiesFolder: join(config.dataDir, 'pages'),
    siteUrl: config.publicUrl ?? urlHere(config),
    securityHeaders: securityHeaders(config),
    keepAlive,
    firstSource: createFirstSource(config),
    onServed(request, response, page, requestId) {
      traffic.onServed(request, response, page)
      core.counters.request(response.statusCode)
      const traceId = traceIdOf(request.headers.traceparent)
      const { statusCode: status } = response
      // Logs only that a path has no page, because the path may hold anything.
      const route = page.status === 200 ? page.path : 'unmatched'
      logPage(logger, { method: request.method, route, status, requestId, traceId }, page.csp === null)
    },
    onHint: projector.onMoved,
    onError: (error, message) => logger.error({ err: error }, message),
  })

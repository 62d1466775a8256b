import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { campaign } from '../../contract/campaign.ts'
import { followDonateLink, readVariation, reportMetrics } from '../../contract/page-variations.ts'
import { donationLinkStream, donationLinks } from '../domain/donation-links.ts'
import { fallbackVariation } from '../domain/page-variations/page-variations.ts'
import type { Exclusion } from '../domain/page-variations/page-views.ts'
import { verdictOn } from '../experiments/bots.ts'
import { reportIdOf } from '../experiments/report-id.ts'
import type { VariationServing } from '../experiments/variation-serving.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import { repeatableId } from '../kernel/http/command-context.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { route } from '../kernel/http/route.ts'
import type { ClickRecording } from './mail-links/click-recording.ts'
import type { OriginOf } from './origins.ts'

/** Page variations for a visitor’s browser. Measurements affect no response, and no page waits for them. */
export async function pageVariationCommands(
  app: FastifyInstance,
  {
    pageVariations,
    clickRecording,
    originOf,
    handle,
  }: {
    pageVariations: VariationServing
    clickRecording: Pick<ClickRecording, 'donationOpened'>
    originOf: OriginOf
    handle: Handle
  },
): Promise<void> {
  const { serve, recordVisit, creditConversion, population, cookie, caps, measurements } = pageVariations

  /** Recorded afterwards, so that no visitor waits, and without account, address and request id. */
  function recordClick(request: FastifyRequest): void {
    // A picture or a frame of another site is no click.
    const isOpened = request.method === 'GET' && (request.headers['sec-fetch-dest'] ?? 'document') === 'document'
    if (!isOpened || verdictOn(request).isBot || caps.isFlood(null, request.ip)) return
    const clickId = randomUUID()
    const stream = donationLinkStream(clickId)
    const context = { ...systemContext(), actor: { kind: 'visitor' } } as const
    measurements.add(stream, async () => {
      const data = { clickId, ...(await originOf(request)) }
      await handle(donationLinks, stream, { type: 'FollowDonationLink', data }, context)
    })
  }

  route(app, readVariation, { policy: 'public' }, async ({ request, reply }) => {
    const variation = await serve(request, reply)
    request.templateId = variation.id
    return variation
  })

  route(app, reportMetrics, { policy: 'public' }, async ({ body, request }) => {
    const { variationId } = body
    const isFallback = variationId === fallbackVariation.variationId
    if (!isFallback && (await population.find(variationId)) === null)
      throw new DomainError('not_found', 'This page variation is not known.')
    const visitor = cookie.read(request)
    const visitorKey = visitor && cookie.keyOf(visitor.visitorId)
    if (caps.isFlood(visitorKey, request.ip))
      throw new HttpProblem(429, 'Too many attempts. Please try again in 10 minutes.', {
        headers: { 'retry-after': '600' },
      })
    const viewId = body.viewId ?? (visitor?.variationId === variationId ? visitor.viewId : null)
    const isServed = viewId !== null && cookie.isSigned(viewId, variationId)
    const exclusion: Exclusion | null = isFallback ? 'fallback' : isServed ? null : 'unserved'
    // A view we did not serve gets a separate stream, so that it cannot block a real one.
    const report = {
      ...body,
      viewId: isServed ? viewId : `unserved-${repeatableId(request, 'visit')}`,
      visitId: isServed ? reportIdOf(viewId) : randomUUID(),
      exclusion,
    }
    const firstViewId = isServed && visitor?.variationId === variationId ? visitor.firstViewId : null
    await recordVisit(report, { visitorKey, address: request.ip, firstViewId })
  })

  route(app, followDonateLink, { policy: 'public' }, async ({ request, reply }) => {
    const site = request.headers['sec-fetch-site']
    // A request from another site is not an action of this visitor.
    if (site === undefined || site === 'same-origin') {
      creditConversion(request, 'donated')
      clickRecording.donationOpened(request)
    }
    recordClick(request)
    reply.header('location', campaign.donateUrl).header('cache-control', 'no-store')
  })
}

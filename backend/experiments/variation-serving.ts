import { randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { campaign, campaignTexts } from '../../contract/campaign.ts'
import type { PageVariation } from '../../contract/page-variations.ts'
import { approvedOf, controlOf, shippedAlleles } from '../domain/page-variations/page-genes.ts'
import { fallbackVariation } from '../domain/page-variations/page-variations.ts'
import type { Conversion, PageViewCommand } from '../domain/page-variations/page-views.ts'
import type { Offer } from '../domain/page-variations/serving-policy.ts'
import { draw } from '../domain/random.ts'
import { createRetryQueue, type RetryQueue } from '../kernel/concurrency/retry-queue.ts'
import type { ServedPopulation, VariationRow } from '../read-model/page-variations.ts'
import { verdictOn } from './bots.ts'
import { createMeasurementCaps, type MeasurementCaps } from './measurement-caps.ts'
import type { MeasurementCounts } from './measurement-counts.ts'
import { createPopulation, hash, type Population } from './population.ts'
import { createVariationCookie, type VariationCookie } from './variation-cookie.ts'
import type { ViewRecords } from './view-records.ts'

/** Time for which a request may wait for the population before it gets the page as built. */
const populationTimeout = 250 // ms

type Report = Omit<Extract<PageViewCommand, { type: 'ReportVisit' }>['data'], 'isLaterView'>

export type VariationServing = {
  serve(request: FastifyRequest, reply: FastifyReply): Promise<PageVariation>
  /**
   * Credits the conversion to the visitor’s first view of this page. Never waits and never fails; without a cookie nothing
   * is credited.
   */
  creditConversion(request: FastifyRequest, conversion: Conversion): void
  /**
   * Records the report, later if it cannot be done now; too many from one visitor or address
   * do not count. Never fails, and waits half a second at most: no visitor waits for the response, but a flood of
   * reports does. Conversions in a later view than `firstViewId`, null when unknown, are credited to that one.
   */
  recordVisit(
    report: Report,
    from: { visitorKey: string | null; address: string; firstViewId: string | null },
  ): Promise<void>
  /** The content of a variation, for admins; null when it is unknown. */
  previewOf(id: string): Promise<Omit<PageVariation, 'viewId'> | null>
  population: Population
  cookie: VariationCookie
  caps: MeasurementCaps
  measurements: RetryQueue
}

/** Measurements identify no person: they are recorded without account, address and request id. */
const timeNow = () => new Date().toISOString()

const newUniform = () => randomInt(2 ** 32) / 2 ** 32

/**
 * Decides which page a visitor sees from the cookie and memory alone: the page waits for no database, and the decision is
 * recorded afterwards. `load` reads the population from the read model; `key`: 32 bytes.
 */
export function createVariationServing({
  records,
  load,
  compare,
  counts,
  key,
  isHttps,
  onDrop,
  keepUp = async () => {},
  reportTimeout = 500,
  populationClock,
  uniform = newUniform,
}: {
  records: Pick<ViewRecords, 'record'>
  load: () => Promise<ServedPopulation | null>
  /** Orders positions of the log. */
  compare: (a: string, b: string) => number
  counts: MeasurementCounts
  key: Buffer
  isHttps: boolean
  onDrop?: (error: unknown) => void
  /** Called when a report is recorded; resolves when scoring has used it, or need not yet. */
  keepUp?: () => Promise<void>
  /** Time for which a report may wait until it is recorded and `keepUp` resolves, in ms. */
  reportTimeout?: number | undefined
  populationClock?: (() => number) | undefined
  uniform?: () => number
}): VariationServing {
  const population = createPopulation({ load, compare, now: populationClock })
  const cookie = createVariationCookie({ key, isHttps })
  const measurements = createRetryQueue(onDrop && { onDrop })
  const caps = createMeasurementCaps()

  function record(command: PageViewCommand): void {
    const at = timeNow()
    measurements.add(command.data.viewId, () => records.record(command, at))
  }

  function credit(
    conversion: Conversion,
    source: 'hook' | 'server',
    view: { viewId: string; variationId: string },
  ): void {
    const at = timeNow()
    measurements.add(view.viewId, async () => {
      if ((await population.find(view.variationId)) === null) return
      await records.record({ type: 'CreditConversion', data: { ...view, conversion, source } }, at)
    })
  }

  const answer = ({ id, generation, genes }: VariationRow, viewId: string): PageVariation => ({
    id,
    generation,
    viewId,
    config: population.configOf(genes),
  })

  async function inTime<Result>(result: Promise<Result>, timeout = populationTimeout): Promise<Result | null> {
    const { promise, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(resolve, timeout, null)
    try {
      return await Promise.race([result, promise])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    population,
    cookie,
    caps,
    measurements,
    async previewOf(id) {
      const found = await population.find(id)
      if (!found) return null
      const { genes, generation } = found.variation
      return { id, generation, config: population.configOf(genes) }
    },
    async recordVisit(data, { visitorKey, address, firstViewId }) {
      const at = timeNow()
      const first = { viewId: firstViewId ?? data.viewId, variationId: data.variationId }
      const isLaterView = first.viewId !== data.viewId
      const reported = (['donated', 'volunteered'] as const).filter((conversion) => data[conversion])
      let cap: ReturnType<MeasurementCounts['take']> | null = null
      const recorded = Promise.withResolvers<void>()
      const isQueued = measurements.add(data.viewId, async () => {
        // Counted once, however often the append is retried.
        cap ??= counts.take(visitorKey, address).catch((error: unknown) => {
          cap = null
          throw error
        })
        const exclusion = data.exclusion ?? (await cap)
        await records.record({ type: 'ReportVisit', data: { ...data, exclusion, isLaterView } }, at)
        recorded.resolve()
        if (isLaterView && exclusion === null) for (const conversion of reported) credit(conversion, 'hook', first)
      })
      if (isQueued) await inTime(recorded.promise.then(keepUp), reportTimeout)
    },
    async serve(request, reply) {
      const generation = await inTime(population.current())
      const bot = verdictOn(request)
      const visitor = cookie.read(request)
      const isMeasured = !bot.isBot && !request.person?.isAdmin && !caps.isFlood(null, request.ip)
      // Its view was signed for no variation, so its reports do not count.
      if (!isMeasured) return answer(generation?.elite ?? fallback, cookie.newViewId(''))

      const visitorId = visitor?.visitorId ?? cookie.newVisitorId()
      const found = visitor && (await inTime(population.find(visitor.variationId)))
      const known = found?.isShown ? found.variation : null
      const isRedrawn = found !== null && known === null
      const { variation, reason, offers, drawn } = choose(known, isRedrawn, generation)
      const viewId = cookie.newViewId(variation.id)
      record({
        type: 'ServeVariation',
        data: {
          viewId,
          visitorKey: cookie.keyOf(visitorId),
          variationId: variation.id,
          generation: generation?.number ?? variation.generation,
          day: new Date().toISOString().slice(0, 10),
          genome: variation.genes,
          genePoolVersion: generation?.genePoolVersion ?? '',
          reason,
          propensity: offers.find(({ variationId }) => variationId === variation.id)?.probability ?? 1,
          probabilities: offers,
          uniform: drawn,
          policyVersion: generation?.policyVersion ?? fallbackPolicy,
          snapshotHash: generation?.snapshotHash ?? hash([fallbackPolicy]),
          fitnessVersion: generation?.fitnessVersion ?? '',
          bot,
        },
      })
      if (reason !== 'fallback') {
        const since = visitor && (known || isRedrawn) ? visitor.since : Math.floor(Date.now() / 1000)
        const firstViewId = visitor && known ? visitor.firstViewId : viewId
        cookie.write(reply, { visitorId, since, variationId: variation.id, viewId, firstViewId })
      }
      return answer(variation, viewId)
    },
    creditConversion(request, conversion) {
      const visitor = cookie.read(request)
      if (visitor === null || verdictOn(request).isBot) return
      credit(conversion, 'server', { viewId: visitor.firstViewId, variationId: visitor.variationId })
    },
  }

  type Choice = {
    variation: VariationRow
    reason: 'new' | 'sticky' | 'redrawn' | 'fallback'
    offers: Offer[]
    drawn: number | null
  }

  function choose(
    known: VariationRow | null,
    isRedrawn: boolean,
    generation: Awaited<ReturnType<Population['current']>>,
  ): Choice {
    if (known) return { variation: known, reason: 'sticky', offers: certain(known), drawn: null }
    // No draw while measurements fail, because it could not be recorded.
    if (generation && !measurements.isFailing()) {
      const drawn = uniform()
      const chosen = draw(generation.offers, drawn)
      const variation = [...generation.pages, generation.control].find(({ id }) => id === chosen?.variationId)
      if (variation) return { variation, reason: isRedrawn ? 'redrawn' : 'new', offers: generation.offers, drawn }
    }
    return { variation: fallback, reason: 'fallback', offers: certain(fallback), drawn: null }
  }
}

const certain = ({ id }: VariationRow): Offer[] => [{ variationId: id, probability: 1 }]
const fallbackPolicy = 'fallback'

const fallback: VariationRow = {
  id: fallbackVariation.variationId,
  generation: fallbackVariation.generation,
  genes: controlOf(
    approvedOf(
      shippedAlleles(campaign, campaignTexts.pageTest).map((one) => ({ ...one, status: 'approved', replaces: null })),
    ),
  ),
  score: 0,
}

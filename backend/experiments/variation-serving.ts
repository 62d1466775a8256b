import { randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { campaign, campaignTexts } from '../../contract/campaign.ts'
import type { PageVariation } from '../../contract/page-variations.ts'
import type { StaffRight } from '../../records/staff-rights.ts'
import { approvedOf, controlOf, shippedAlleles } from '../domain/page-variations/page-genes.ts'
import { fallbackVariation } from '../domain/page-variations/page-variations.ts'
import type { Conversion } from '../domain/page-variations/page-views.ts'
import type { Offer } from '../domain/page-variations/serving-policy.ts'
import { draw } from '../domain/random.ts'
import { inTime } from '../kernel/concurrency/in-time.ts'
import type { RetryQueue } from '../kernel/concurrency/retry-queue.ts'
import type { ServedPopulation, VariationRow } from '../read-model/page-variations.ts'
import { verdictOn } from './bots.ts'
import { createMeasurementCaps, type MeasurementCaps } from './measurement-caps.ts'
import { createPopulation, hash, type Population } from './population.ts'
import { createVariationCookie, type VariationCookie } from './variation-cookie.ts'
import { createVisitMeasurements, type VisitMeasurements } from './visit-measurements.ts'

/** Time for which a request may wait for the population before it gets the page as built. */
const populationTimeout = 250 // ms

export type VariationServing = {
  serve(request: FastifyRequest, reply: FastifyReply): Promise<PageVariation>
  /**
   * Credits the conversion to the visitor’s first view of this page. Never waits and never fails; without a cookie nothing
   * is credited.
   */
  creditConversion(request: FastifyRequest, conversion: Conversion): void
  recordVisit: VisitMeasurements['recordVisit']
  /** The content of a variation, for admins; null when it is unknown. */
  previewOf(id: string): Promise<Omit<PageVariation, 'viewId'> | null>
  population: Population
  cookie: VariationCookie
  caps: MeasurementCaps
  measurements: RetryQueue
}

const newUniform = () => randomInt(2 ** 32) / 2 ** 32

/**
 * Decides which page a visitor sees from the cookie and memory alone: the page waits for no database, and the decision is
 * recorded afterwards. `load` reads the population from the read model; `key`: 32 bytes.
 */
export function createVariationServing({
  load,
  compare,
  key,
  isHttps,
  populationClock,
  uniform = newUniform,
  ...recording
}: Omit<Parameters<typeof createVisitMeasurements>[0], 'population'> & {
  load: () => Promise<ServedPopulation | null>
  /** Orders positions of the log. */
  compare: (a: string, b: string) => number
  key: Buffer
  isHttps: boolean
  populationClock?: (() => number) | undefined
  uniform?: () => number
}): VariationServing {
  const population = createPopulation({ load, compare, now: populationClock })
  const cookie = createVariationCookie({ key, isHttps })
  const measurements = createVisitMeasurements({ ...recording, population })
  const caps = createMeasurementCaps()

  const answer = ({ id, generation, genes }: VariationRow, viewId: string): PageVariation => ({
    id,
    generation,
    viewId,
    config: population.configOf(genes),
  })

  return {
    population,
    cookie,
    caps,
    measurements: measurements.queue,
    recordVisit: measurements.recordVisit,
    async previewOf(id) {
      const found = await population.find(id)
      if (!found) return null
      const { genes, generation } = found.variation
      return { id, generation, config: population.configOf(genes) }
    },
    async serve(request, reply) {
      const generation = await inTime(population.current(), populationTimeout)
      const bot = verdictOn(request)
      const visitor = cookie.read(request)
      const isOfStaff = request.person?.rights.has('console' satisfies StaffRight) === true
      const isMeasured = !bot.isBot && !isOfStaff && !caps.isFlood(null, request.ip)
      // Its view was signed for no variation, so its reports do not count.
      if (!isMeasured) return answer(generation?.elite ?? fallback, cookie.newViewId(''))

      const visitorId = visitor?.visitorId ?? cookie.newVisitorId()
      const found = visitor && (await inTime(population.find(visitor.variationId), populationTimeout))
      const known = found?.isShown ? found.variation : null
      const isRedrawn = found !== null && known === null
      // No draw while measurements fail, because it could not be recorded.
      const open = measurements.queue.isFailing() ? null : generation
      const { variation, reason, offers, drawn } = choose(known, isRedrawn, open, uniform)
      const viewId = cookie.newViewId(variation.id)
      measurements.record({
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
      measurements.credit(conversion, 'server', { viewId: visitor.firstViewId, variationId: visitor.variationId })
    },
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
  uniform: () => number,
): Choice {
  if (known) return { variation: known, reason: 'sticky', offers: certain(known), drawn: null }
  if (generation) {
    const drawn = uniform()
    const chosen = draw(generation.offers, drawn)
    const variation = [...generation.pages, generation.control].find(({ id }) => id === chosen?.variationId)
    if (variation) return { variation, reason: isRedrawn ? 'redrawn' : 'new', offers: generation.offers, drawn }
  }
  return { variation: fallback, reason: 'fallback', offers: certain(fallback), drawn: null }
}

import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageVariation } from '../../../contract/page-variations.ts'
import { createRetryQueue, type RetryQueue } from '../../concurrency/retry-queue.ts'
import { botVerdict } from '../../domain/bot-rules.ts'
import { configOf, controlGenome, type Genome } from '../../domain/page-genes.ts'
import { fallbackVariation, fitness, type Offer, servingPolicy } from '../../domain/page-variations.ts'
import { type Conversion, type PageViewCommand, pageViewStream, pageViews } from '../../domain/page-views.ts'
import { draw } from '../../domain/random.ts'
import type { CommandContext } from '../../eventlog/command-context.ts'
import type { Handle } from '../../eventlog/handle.ts'
import { createMeasurementCaps, type MeasurementCaps } from './measurement-caps.ts'
import { createPopulation, type KnownVariation, type Population, pool, poolVersion } from './population.ts'
import { createVariationCookie, type VariationCookie } from './variation-cookie.ts'

/** How long a request may wait for the population before it gets the page as built. */
const timeout = 250 // ms

export type VariationServing = {
  serve(request: FastifyRequest, reply: FastifyReply): Promise<PageVariation>
  /** Credits the conversion to the view that led to it. Never waits and never fails; without a cookie nothing is credited. */
  creditConversion(request: FastifyRequest, conversion: Conversion): void
  /** Appends to the stream of the view in the background. */
  record(command: PageViewCommand): void
  population: Population
  cookie: VariationCookie
  caps: MeasurementCaps
  measurements: RetryQueue
}

/** Measurements identify nobody, so neither does their metadata: no account, no address, no request id. */
function measurementContext(): CommandContext {
  const id = randomUUID()
  return { at: new Date().toISOString(), actor: { kind: 'visitor' }, requestId: id, correlationId: id, commandId: id }
}

const header = (request: FastifyRequest, name: string) => String(request.headers[name] ?? '')

const verdictOn = (request: FastifyRequest) =>
  botVerdict({
    userAgent: header(request, 'user-agent'),
    purpose: ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => header(request, name)).join(' '),
  })

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const newUniform = () => randomInt(2 ** 32) / 2 ** 32

/**
 * Decides which page a visitor sees from the cookie and memory alone: the page waits for no database, and the decision is
 * recorded afterwards. `rows`: every variation in the read model; `key`: 32 bytes.
 */
export function createVariationServing({
  handle,
  rows,
  key,
  isHttps,
  onDrop,
  uniform = newUniform,
}: {
  handle: Handle
  rows: () => Promise<KnownVariation[]>
  key: Buffer
  isHttps: boolean
  onDrop?: (error: unknown) => void
  uniform?: () => number
}): VariationServing {
  const population = createPopulation(rows)
  const cookie = createVariationCookie({ key, isHttps })
  const measurements = createRetryQueue(onDrop && { onDrop })
  const caps = createMeasurementCaps()

  function record(command: PageViewCommand): void {
    const context = measurementContext()
    const isNew = command.type === 'ServeVariation'
    const stream = pageViewStream(command.data.viewId)
    measurements.add(stream, () => handle(pageViews, stream, command, context, { isNew }))
  }

  const answer = (id: string, generation: number, viewId: string, genome: Genome): PageVariation => ({
    id,
    generation,
    viewId,
    config: configOf(pool, genome),
  })

  async function inTime<Result>(result: Promise<Result>): Promise<Result | null> {
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
    record,
    async serve(request, reply) {
      const generation = await inTime(population.current())
      const bot = verdictOn(request)
      const visitor = cookie.read(request)
      const isMeasured = !bot.isBot && !request.person?.isAdmin && caps.take(null, request.ip) !== 'flood'
      if (!isMeasured) {
        const { id, generation: number, genes } = generation?.elite ?? fallback
        // Its view is signed for no variation, so nothing it reports counts.
        return answer(id, number, cookie.newViewId(''), genes)
      }

      const visitorId = visitor?.visitorId ?? cookie.newVisitorId()
      const known = visitor && (await inTime(population.find(visitor.variationId)))
      const { variation, reason, offers, drawn } = choose(known, generation?.variations ?? [])
      const viewId = cookie.newViewId(variation.id)
      record({
        type: 'ServeVariation',
        data: {
          viewId,
          visitorKey: cookie.keyOf(visitorId),
          variationId: variation.id,
          generation: variation.generation,
          genome: variation.genes,
          genePoolVersion: poolVersion,
          reason,
          propensity: offers.find(({ variationId }) => variationId === variation.id)?.probability ?? 1,
          probabilities: offers,
          uniform: drawn,
          policyVersion: servingPolicy.version,
          snapshotHash: hash([servingPolicy.version, generation?.variations.map(({ id }) => id) ?? []]),
          fitnessVersion: fitness.version,
          bot,
        },
      })
      if (reason !== 'fallback') {
        const since = known ? visitor.since : Math.floor(Date.now() / 1000)
        cookie.write(reply, { visitorId, since, variationId: variation.id, viewId })
      }
      return answer(variation.id, variation.generation, viewId, variation.genes)
    },
    creditConversion(request, conversion) {
      const visitor = cookie.read(request)
      if (visitor === null || verdictOn(request).isBot) return
      const { viewId, variationId } = visitor
      const context = measurementContext()
      const stream = pageViewStream(viewId)
      measurements.add(stream, async () => {
        if ((await population.find(variationId)) === null) return
        const command = { type: 'CreditConversion', data: { viewId, variationId, conversion } } as const
        await handle(pageViews, stream, command, context)
      })
    },
  }

  type Choice = {
    variation: KnownVariation
    reason: 'new' | 'sticky' | 'fallback'
    offers: Offer[]
    drawn: number | null
  }

  function choose(known: KnownVariation | null, variations: KnownVariation[]): Choice {
    if (known) return { variation: known, reason: 'sticky', offers: certain(known), drawn: null }
    // No draw while measurements fail: it could not be recorded.
    if (variations.length > 0 && !measurements.isFailing()) {
      const offers = servingPolicy.offers(variations.map(({ id }) => id))
      const drawn = uniform()
      const chosen = draw(offers, drawn)
      const variation = variations.find(({ id }) => id === chosen?.variationId)
      if (variation) return { variation, reason: 'new', offers, drawn }
    }
    return { variation: fallback, reason: 'fallback', offers: certain(fallback), drawn: null }
  }
}

const certain = ({ id }: KnownVariation): Offer[] => [{ variationId: id, probability: 1 }]

const fallback: KnownVariation = {
  id: fallbackVariation.variationId,
  generation: fallbackVariation.generation,
  genes: controlGenome,
  score: 0,
}

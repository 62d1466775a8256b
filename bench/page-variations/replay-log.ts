import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { createEvidenceFold, type VariationEvent } from '../../backend/domain/evidence-fold.ts'
import { firstFitness, pageVariations } from '../../backend/domain/page-variations.ts'
import type { PageViewEvent, ViewServing } from '../../backend/domain/page-views.ts'
import { draw } from '../../backend/domain/random.ts'
import { evolve, isEvolutionDue, isScoringDue, progressOf, type Scoring, score } from '../../backend/domain/scoring.ts'
import { type Offer, uniformOffers, uniformVersion } from '../../backend/domain/serving-policy.ts'
import { upcasters } from '../../backend/event-schemas/upcasters.ts'
import { currentVersion } from '../../backend/eventlog/upcasters.ts'
import { botRules } from '../../backend/experiments/bots.ts'
import { copyRows } from '../../backend/projector/copy.ts'
import { alleles, luckFrom, worldFrom } from './world.ts'

const columns = [
  { name: 'position', type: 'bigint' },
  { name: 'stream', type: 'text' },
  { name: 'revision', type: 'integer' },
  { name: 'id', type: 'uuid' },
  { name: 'type', type: 'text' },
  { name: 'data', type: 'text' },
  { name: 'metadata', type: 'text' },
]
const bundle = 20_000 // rows
const viewsPerDay = 5000
const every = 250

/**
 * The log of `views` visitors of a product that learned from them: each served and reported, some with a late
 * conversion, and every decision of the product in between.
 */
export async function makeVisitLog(client: pg.ClientBase, views: number): Promise<{ events: number }> {
  const world = worldFrom(1)
  const luck = luckFrom(4711)
  const fold = createEvidenceFold()
  const metadata = {
    requestId: randomUUID(),
    correlationId: randomUUID(),
    actor: { kind: 'visitor' },
    schemaVersion: 2,
  }
  let rows: Parameters<typeof copyRows>[4][number][] = []
  let position = 0
  let day = '2026-01-01'

  async function flush() {
    await client.query('BEGIN')
    await copyRows(client, 'eventlog', 'events', columns, rows)
    await client.query('COMMIT')
    rows = []
  }

  async function add(stream: string, revision: number, event: VariationEvent) {
    position++
    const { type, data } = event
    const about = JSON.stringify({
      ...metadata,
      at: `${day}T12:00:00.000Z`,
      command: type,
      schemaVersion: currentVersion(upcasters, type),
    })
    rows.push({ position, stream, revision, id: randomUUID(), type, data: JSON.stringify(data), metadata: about })
    fold.apply(event, String(position))
    if (rows.length === bundle) await flush()
  }

  const prepare = { shipped: alleles, isApproved: true, botRules, seed: 'the first generation' }
  const prepared = pageVariations.decide({ type: 'PreparePopulation', data: prepare }, pageVariations.initialState)
  for (const [index, event] of prepared.entries()) await add('page-population', index, event)
  const first = fold.snapshot()?.current ?? []

  const firstIds = first.map(({ variationId }) => variationId)
  let generation = 1
  let pages = new Map(first.map(({ variationId, genome }) => [variationId, genome]))
  let offers: Offer[] = uniformOffers(firstIds)
  let policyVersion = uniformVersion
  let snapshotHash = createHash('sha256')
    .update(JSON.stringify([uniformVersion, firstIds]))
    .digest('hex')
  let scored = -1
  let revision = 0

  async function decide(visitors: number) {
    if (!isScoringDue(visitors, scored) && visitors % 50 !== 0) return
    const state = fold.snapshot()
    if (state === null) return
    const seed = String(visitors)
    let scoring: Scoring
    if (isEvolutionDue(progressOf(state, every))) {
      const evolution = evolve(state, seed)
      scoring = evolution.scoring
      generation = evolution.to
      pages = new Map(evolution.variations.map(({ variationId, genome }) => [variationId, genome]))
      revision = 0
      snapshotHash = `generation-${generation}`
      const data = { ...evolution, trigger: 'auto' as const, adminId: null, scoring: { ...scoring, snapshotHash } }
      await add(`page-generation-${generation}`, revision++, { type: 'PopulationEvolved', data })
    } else if (isScoringDue(visitors, scored)) {
      scoring = score(state, seed)
      snapshotHash = `scoring-${visitors}`
      const data = { generation, ...scoring, snapshotHash }
      await add(`page-generation-${generation}`, revision++, { type: 'VariationsScored', data })
    } else return
    offers = scoring.offers
    policyVersion = scoring.policyVersion
    scored = visitors
  }

  for (let view = 1; view <= views; view++) {
    day = new Date(Date.UTC(2026, 0, 1 + Math.floor(view / viewsPerDay))).toISOString().slice(0, 10)
    const uniform = luck()
    const chosen = draw(offers, uniform)
    const genome = chosen && pages.get(chosen.variationId)
    if (!chosen || !genome) throw new Error('A page that is not in the generation was drawn.')
    const viewId = `view${view}`
    const visitorKey = createHash('sha256').update(viewId).digest('hex')
    const { variationId, probability: propensity } = chosen
    const serving: ViewServing = { visitorKey, generation, day, propensity, snapshotHash, isFirst: true }
    const [donated, volunteered] = [luck() < world.donation(genome), luck() < world.volunteer(genome)]
    const isLate = volunteered && view % 5 === 0
    const timeOnPage = Math.round(30_000 * luck())
    const events: PageViewEvent[] = [
      {
        type: 'VariationServed',
        data: {
          viewId,
          visitorKey,
          variationId,
          generation,
          day,
          genome,
          genePoolVersion: 'pool-1',
          reason: 'new',
          propensity,
          probabilities: offers,
          uniform,
          policyVersion,
          snapshotHash,
          fitnessVersion: firstFitness.version,
          bot: { isBot: false, rule: null, version: botRules.version },
        },
      },
      {
        type: 'VisitRecorded',
        data: {
          viewId,
          visitId: randomUUID(),
          variationId,
          timeOnPage,
          scoredTime: timeOnPage,
          censored: false,
          source: 'leave',
          donated,
          volunteered: volunteered && !isLate,
          accepted: true,
          refusal: null,
          duplicateOf: null,
          serving,
        },
      },
      ...(isLate
        ? [
            {
              type: 'ConversionCredited' as const,
              data: {
                viewId,
                variationId,
                conversion: 'volunteered' as const,
                source: 'server' as const,
                isAfterVisit: true,
                serving,
              },
            },
          ]
        : []),
    ]
    for (const [index, event] of events.entries()) await add(`view-${viewId}`, index, event)
    if (view % 10 === 0) await decide(view)
  }
  await flush()
  await client.query('UPDATE eventlog.head SET position = $1', [position])
  await client.query('ANALYZE eventlog.events')
  return { events: position }
}

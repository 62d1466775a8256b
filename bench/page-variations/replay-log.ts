import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { createEvidenceFold, type VariationEvent } from '../../backend/domain/page-variations/evidence-fold.ts'
import { controlOf, type Genome } from '../../backend/domain/page-variations/page-genes.ts'
import { firstFitness, pageVariations } from '../../backend/domain/page-variations/page-variations.ts'
import type { RecordedView } from '../../backend/domain/page-variations/page-view-blocks.ts'
import { creditRule, type PageViewEvent, type ViewServing } from '../../backend/domain/page-variations/page-views.ts'
import {
  currentVersions,
  evolve,
  isEvolutionDue,
  isScoringDue,
  progressOf,
  type Scoring,
  score,
} from '../../backend/domain/page-variations/scoring.ts'
import { controlId } from '../../backend/domain/page-variations/serving-policy.ts'
import { draw } from '../../backend/domain/random.ts'
import { blockOf } from '../../backend/event-schemas/page-view-blocks.ts'
import { upcasters } from '../../backend/event-schemas/upcasters.ts'
import { botRules } from '../../backend/experiments/bots.ts'
import { snapshotHashOf } from '../../backend/experiments/evolution.ts'
import { uniformChances } from '../../backend/experiments/population.ts'
import { reportIdOf } from '../../backend/experiments/report-id.ts'
import { isBlockDue } from '../../backend/experiments/view-blocks.ts'
import { currentVersion } from '../../backend/kernel/eventlog/upcasters.ts'
import { copyRows } from '../../backend/kernel/projector/copy.ts'
import { alleles, approved, luckFrom, worldFrom } from './world.ts'

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
const every = 250
const control = { variationId: controlId, genome: controlOf(approved) }

/** `single`: as older releases wrote them. */
export type LogForm = 'single' | 'blocks'

/**
 * The log of `views` visitors of a product that learned from them: each served and reported, some with a late
 * conversion, and every decision of the product in between.
 */
export async function makeVisitLog(
  client: pg.ClientBase,
  views: number,
  {
    form = 'blocks',
    viewsPerMinute = 20,
    after = 0,
  }: {
    form?: LogForm
    viewsPerMinute?: number
    /** The position of the last event that the log has already. */
    after?: number
  } = {},
): Promise<{ events: number }> {
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
  let position = after
  const start = Date.UTC(2026, 0, 1)
  let now = start // ms
  /** Until they are in a block. */
  let facts: RecordedView[] = []

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
      at: new Date(now).toISOString(),
      command: type,
      schemaVersion: currentVersion(upcasters, type),
    })
    rows.push({ position, stream, revision, id: randomUUID(), type, data: JSON.stringify(data), metadata: about })
    fold.apply(event, String(position))
    if (rows.length >= bundle) await flush()
  }

  async function addView(stream: string, revision: number, event: PageViewEvent) {
    if (form === 'single') return add(stream, revision, event)
    if (isBlockDue({ facts: facts.length, age: now - Date.parse(facts[0]?.at ?? '') })) await writeBlock()
    facts.push({ at: new Date(now).toISOString(), event })
  }

  /** Reports come when visitors leave. */
  const leaving: { at: number; stream: string; events: PageViewEvent[] }[] = []

  async function report(until: number) {
    leaving.sort((a, b) => a.at - b.at)
    for (let next = leaving[0]; next && next.at <= until; next = leaving[0]) {
      leaving.shift()
      now = next.at
      for (const [index, event] of next.events.entries()) await addView(next.stream, index + 1, event)
    }
  }

  async function writeBlock() {
    if (facts.length === 0) return
    position++
    const [type, schemaVersion] = ['PageViewsRecorded', 2]
    const about = JSON.stringify({
      ...metadata,
      at: facts.at(-1)?.at,
      actor: { kind: 'system' },
      command: 'RecordPageViews',
      schemaVersion,
    })
    const id = randomUUID()
    const data = JSON.stringify(await blockOf(facts))
    rows.push({ position, stream: `view-block-${id}`, revision: 0, id, type, data, metadata: about })
    for (const { event } of facts) fold.apply(event, String(position))
    facts = []
    if (rows.length >= bundle / 20) await flush()
  }

  const prepare = {
    shipped: alleles,
    isApproved: true,
    botRules,
    seed: 'the first generation',
    controlShare: currentVersions.controlShare,
  }
  const prepared = pageVariations.decide({ type: 'PreparePopulation', data: prepare }, pageVariations.initialState)
  for (const [index, event] of prepared.entries()) await add('page-population', index, event)
  const first = fold.snapshot()?.current ?? []

  const firstIds = first.map(({ variationId }) => variationId)
  let generation = 1
  const pagesOf = (variations: readonly { variationId: string; genome: Genome }[]) =>
    new Map([...variations, control].map(({ variationId, genome }) => [variationId, genome]))
  let pages = pagesOf(first)
  let { offers, policyVersion, snapshotHash } = uniformChances(firstIds, currentVersions.controlShare)
  let scored = -1
  let revision = 0

  async function decide(visitors: number) {
    if (!isScoringDue(visitors, scored) && visitors % every !== 0) return
    await writeBlock()
    const state = fold.snapshot()
    if (state === null) return
    const seed = String(visitors)
    let scoring: Scoring
    if (isEvolutionDue(progressOf(state, every))) {
      const evolution = evolve(state, seed)
      scoring = evolution.scoring
      generation = evolution.to
      pages = pagesOf(evolution.variations)
      revision = 0
      snapshotHash = snapshotHashOf(scoring)
      const data = { ...evolution, trigger: 'auto' as const, adminId: null, scoring: { ...scoring, snapshotHash } }
      await add(`page-generation-${generation}`, revision++, { type: 'PopulationEvolved', data })
    } else if (isScoringDue(visitors, scored)) {
      scoring = score(state, seed)
      snapshotHash = snapshotHashOf(scoring)
      const data = { generation, ...scoring, snapshotHash }
      await add(`page-generation-${generation}`, revision++, { type: 'VariationsScored', data })
    } else return
    offers = scoring.offers
    policyVersion = scoring.policyVersion
    scored = visitors
  }

  for (let view = 1; view <= views; view++) {
    const servedAt = start + Math.round((view * 60_000) / viewsPerMinute)
    await report(servedAt)
    now = servedAt
    const day = new Date(now).toISOString().slice(0, 10)
    const uniform = Math.floor(luck() * 2 ** 32) / 2 ** 32
    const chosen = draw(offers, uniform)
    const genome = chosen && pages.get(chosen.variationId)
    if (!chosen || !genome) throw new Error('A page that is not in the generation was drawn.')
    const random = createHash('sha256').update(String(view)).digest('base64url')
    const viewId = random.slice(0, form === 'single' ? 32 : 20)
    const visitorKey = random.slice(form === 'single' ? -22 : -16)
    const visitId = form === 'single' ? randomUUID() : reportIdOf(viewId)
    const { variationId, probability: propensity } = chosen
    const serving: ViewServing = { visitorKey, generation, day, propensity, snapshotHash, isFirst: true }
    const [donated, volunteered] = [luck() < world.donation(genome), luck() < world.volunteer(genome)]
    const isLate = volunteered && view % 5 === 0
    const timeOnPage = Math.round(30_000 * luck())
    const served: PageViewEvent = {
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
    }
    const reported: PageViewEvent[] = [
      {
        type: 'VisitRecorded',
        data: {
          viewId,
          visitId,
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
                rule: creditRule,
                serving,
              },
            },
          ]
        : []),
    ]
    await addView(`view-${viewId}`, 0, served)
    leaving.push({ at: servedAt + timeOnPage, stream: `view-${viewId}`, events: reported })
    if (view % 10 === 0) await decide(view)
  }
  await report(Number.POSITIVE_INFINITY)
  await writeBlock()
  await flush()
  await client.query('UPDATE eventlog.head SET position = $1', [position])
  await client.query('ANALYZE eventlog.events')
  return { events: position - after }
}

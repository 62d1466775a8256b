import type { FitnessReplay, ReplayRequest } from '../../contract/fitness-replay.ts'
import { createDelayedFold, type VariationEvent } from '../domain/page-variations/evidence-fold.ts'
import {
  type Fitness,
  firstFitness,
  type PopulationEvolved,
  populationStream,
} from '../domain/page-variations/page-variations.ts'
import { createReplayEstimates } from '../domain/page-variations/replay-estimates.ts'
import { chancesOf, currentVersions, type Snapshot, versionsOf } from '../domain/page-variations/scoring.ts'
import { controlId, type Offer, uniformOffers } from '../domain/page-variations/serving-policy.ts'
import type { RecordedEvent } from '../kernel/eventlog/event-log.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { createBreedingReplay } from './breeding-replay.ts'
import { hash, uniformChances } from './population.ts'
import { type OnProgress, populationTypes, type VariationLog, variationEvents, visitTypes } from './variation-log.ts'

type Source = VariationLog & { log: { readStream(stream: string): Promise<RecordedEvent[]> } }
type Visit = Extract<VariationEvent, { type: 'VisitRecorded' | 'ConversionCredited' }>

/** The rule in force then; the stream of rules is short. */
async function fitnessAt({ log, decode }: Source, isDue: (position: string) => boolean): Promise<Fitness> {
  const recorded = (await log.readStream(populationStream)).filter(
    ({ type, position }) => type === 'FitnessChanged' && isDue(position),
  )
  const [newest] = await decode<Extract<VariationEvent, { type: 'FitnessChanged' }>>(recorded.slice(-1))
  return newest?.data ?? firstFitness
}

/**
 * Scores recorded visits by another formula, from the log alone and with flat memory. The same request on the same log
 * gives the same result to the bit: the seed of the bootstrap follows from the request. `until`: the last event to use;
 * with the `lastPosition` of an earlier result, that result comes out again.
 */
export async function replayFitness(
  source: Source,
  request: ReplayRequest,
  { until = null, onProgress }: { until?: string | null; onProgress?: OnProgress | undefined } = {},
): Promise<FitnessReplay> {
  const isDue = (position: string) => until === null || source.log.compare(position, until) <= 0
  const today = await fitnessAt(source, isDue)
  const seed = hash(request).slice(0, 32)
  const estimates = createReplayEstimates({ today, replayed: request }, seed)
  const fold = createDelayedFold(source.log.compare)
  /** The other rule’s chances where the log has this hash. */
  const wanted = new Map<string, readonly Offer[]>()
  let lastPosition: string | null = null
  let unusable = 0

  const otherRule = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    fitness: { version: 'replayed', weights: request.weights },
  })
  const breeding = createBreedingReplay(otherRule)

  function decided(position: string | null, generation: PopulationEvolved['data'] | null, scoring: Scored | null) {
    const ids = generation?.variations.map(({ variationId }) => variationId) ?? []
    // Before its first scoring, and while texts change, each page of a generation has the same chance.
    if (ids.length > 0)
      for (const { snapshotHash, offers } of [
        uniformChances(ids, 0, 'uniform-1'),
        uniformChances(ids, generation?.controlShare ?? scoring?.controlShare ?? 0),
      ])
        wanted.set(snapshotHash, offers)
    if (scoring === null) return
    const offered = scoring.offers.map(({ variationId }) => variationId).filter((id) => id !== controlId)
    // Every rule keeps the control, since no rule chose it.
    if (request.split === 'uniform') wanted.set(scoring.snapshotHash, uniformOffers(offered, scoring.controlShare ?? 0))
    const isNeeded = request.split === 'thompson' || (generation !== null && breeding.isSame())
    const state = isNeeded && position !== null ? fold.at(position) : null
    if (state === null || state === 'passed') return
    const bred = generation === null ? null : breeding.again(generation, state)
    if (request.split !== 'thompson') return
    const pages = generation?.variations ?? state.current.filter(({ variationId }) => offered.includes(variationId))
    const versions = versionsOf(scoring) ?? currentVersions
    const offers = bred ?? chancesOf({ ...otherRule(state), current: pages }, scoring.seed, versions).offers
    wanted.set(scoring.snapshotHash, offers)
  }

  function visited({ data, type }: Visit) {
    const { serving, variationId } = data
    const isCapped = type === 'VisitRecorded' && (data.refusal === 'visitor-cap' || data.refusal === 'address-cap')
    const isCounted =
      type === 'ConversionCredited' ? data.isAfterVisit : data.accepted || (request.bots === 'in' && isCapped)
    if (!isCounted) return
    if (serving === null || serving.day === null) {
      unusable += Number(type === 'VisitRecorded')
      return
    }
    const { day, isFirst, visitorKey, propensity, snapshotHash } = serving
    if (!isFirst || (request.from !== null && day < request.from) || (request.to !== null && day > request.to)) return
    const late = type === 'ConversionCredited'
    estimates.add({
      visitorKey,
      variationId,
      day,
      propensity,
      donated: late ? data.conversion === 'donated' : data.donated,
      volunteered: late ? data.conversion === 'volunteered' : data.volunteered,
      time: late ? 0 : data.timeOnPage,
      isLate: late,
      offers: wanted.get(snapshotHash) ?? null,
    })
  }

  function read(event: Recorded<Extract<VariationEvent, { type: (typeof types)[number] }>>) {
    if (event.type === 'PopulationEvolved') decided(event.data.lastPosition, event.data, event.data.scoring)
    else if (event.type === 'VariationsScored') decided(event.data.lastPosition, null, event.data)
    else if (event.type === 'VisitRecorded' || event.type === 'ConversionCredited') visited(event)
    fold.add(event, event.position)
    lastPosition = event.position
  }

  for await (const events of variationEvents(source, types, { until, onProgress }))
    for (const event of events) if (isDue(event.position)) read(event)

  const result = {
    lastPosition,
    seed,
    request,
    today,
    visitors: estimates.visitors(),
    unusable,
    pages: { kind: 'evidence' as const, rows: ranked(estimates.pages()) },
    split: { kind: 'estimate' as const, ...estimates.split() },
    breeding: breeding.result(),
  }
  return { hash: hash(result), ...result }
}

type Scored = NonNullable<PopulationEvolved['data']['scoring']>
const types = [...populationTypes, ...visitTypes] as const

type Rows = ReturnType<ReturnType<typeof createReplayEstimates>['pages']>

/** Best first by the replayed formula; pages without figures come last. */
function ranked(rows: Rows): FitnessReplay['pages']['rows'] {
  const order = (which: 'today' | 'replayed') =>
    rows
      .filter((row) => row[which] !== null)
      .sort((a, b) => (b[which]?.mean ?? 0) - (a[which]?.mean ?? 0))
      .map(({ variationId }) => variationId)
  const [todays, others] = [order('today'), order('replayed')]
  const rank = (list: readonly string[], id: string) => (list.includes(id) ? list.indexOf(id) + 1 : null)
  return rows
    .map((row) => ({
      ...row,
      todayRank: rank(todays, row.variationId),
      replayedRank: rank(others, row.variationId),
    }))
    .sort((a, b) => (a.replayedRank ?? rows.length + 1) - (b.replayedRank ?? rows.length + 1))
}

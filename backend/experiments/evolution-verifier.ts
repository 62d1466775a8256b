import { createDelayedFold, type VariationEvent } from '../domain/page-variations/evidence-fold.ts'
import { approvedOf, seedPopulation } from '../domain/page-variations/page-genes.ts'
import type { PopulationEvolved } from '../domain/page-variations/page-variations.ts'
import { evolve, type Scoring, type Snapshot, score, versionsOf } from '../domain/page-variations/scoring.ts'
import { controlId, type Offer, uniformVersions } from '../domain/page-variations/serving-policy.ts'
import { draw } from '../domain/random.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { snapshotHashOf } from './evolution.ts'
import { uniformChances } from './population.ts'
import {
  BrokenBlock,
  type OnProgress,
  populationTypes,
  type VariationLog,
  variationEvents,
  visitTypes,
} from './variation-log.ts'

export type EvolutionFinding = {
  servings: number
  scorings: number
  generations: number
  isIntact: boolean
  finding: string
}

type Served = Extract<VariationEvent, { type: 'VariationServed' }>['data']
type Scored = Extract<VariationEvent, { type: 'VariationsScored' }>['data']

/** A draw may use chances that are a few seconds old, in any process. */
const remembered = 500

/**
 * Recomputes every draw, chance, score and generation from the evidence in the log and the recorded seeds, and names
 * the first that comes out different.
 */
export async function verifyEvolution(source: VariationLog, onProgress?: OnProgress): Promise<EvolutionFinding> {
  const fold = createDelayedFold(source.log.compare)
  const found = { servings: 0, scorings: 0, generations: 0 }
  const chances = new Map<string, Offer[]>()

  function remember({ snapshotHash, offers }: { snapshotHash: string; offers: Offer[] }) {
    chances.set(snapshotHash, offers)
    const [oldest] = chances.keys()
    if (chances.size > remembered && oldest !== undefined) chances.delete(oldest)
  }

  /** Two processes may record their decisions in another order than they read the log; the log is then read again. */
  async function stateAt(position: string | null): Promise<Snapshot | null> {
    if (position === null) return null
    const state = fold.at(position)
    return state === 'passed' ? readStateAt(source, position) : state
  }

  /** The problem with the event; null: none. */
  async function check(event: Recorded<VariationEvent>): Promise<string | null> {
    switch (event.type) {
      case 'VariationServed':
        found.servings++
        return wrongDraw(event.data, chances)
      case 'VariationsScored': {
        found.scorings++
        remember(event.data)
        const snapshot = await stateAt(event.data.lastPosition)
        return snapshot === null ? 'it refers to no earlier state' : wrongScoring(event.data, snapshot)
      }
      case 'PopulationEvolved': {
        found.generations++
        const { scoring, lastPosition } = event.data
        if (scoring === null) return wrongSeeding(event.data, alleles)
        remember(scoring)
        const snapshot = await stateAt(lastPosition)
        return snapshot === null ? 'it refers to no earlier state' : wrongEvolution(event.data, snapshot)
      }
      default:
        return null
    }
  }

  let alleles: Snapshot['alleles'] = []
  const types = [...populationTypes, ...visitTypes, 'VariationServed'] as const

  /** One sentence about the first event that is wrong; null: none is. */
  async function firstWrong(): Promise<string | null> {
    for await (const events of variationEvents(source, types, { onProgress }))
      for (const event of events) {
        if (event.type === 'GenePoolChanged') alleles = event.data.alleles
        const wrong = await check(event)
        if (wrong !== null) return `${event.type} at position ${event.position} does not come out the same: ${wrong}.`
        if (event.type !== 'VariationServed') fold.add(event, event.position)
      }
    return null
  }

  const wrong = await firstWrong().catch((error: unknown) => {
    if (error instanceof BrokenBlock) return error.message
    throw error
  })
  if (wrong !== null) return { ...found, isIntact: false, finding: wrong }
  const { servings, scorings, generations } = found
  const finding = `All ${servings} draws, ${scorings} scorings and ${generations} generations come out the same.`
  return { ...found, isIntact: true, finding }
}

async function readStateAt(source: VariationLog, position: string): Promise<Snapshot | null> {
  const fold = createDelayedFold(source.log.compare)
  for await (const events of variationEvents(source, [...populationTypes, ...visitTypes]))
    for (const event of events) fold.add(event, event.position)
  const state = fold.at(position)
  return state === 'passed' ? null : state
}

function wrongDraw(served: Served, chances: ReadonlyMap<string, Offer[]>): string | null {
  const { probabilities, uniform: drawn, variationId, propensity, policyVersion, snapshotHash, reason } = served
  const own = probabilities.find((offer) => offer.variationId === variationId)
  if (own?.probability !== propensity) return 'its probability is not the one of its page'
  if (reason === 'sticky' || reason === 'fallback')
    return probabilities.length === 1 && propensity === 1 ? null : 'nothing was drawn, but its page was not certain'
  const isDrawn = drawn !== null && drawn >= 0 && drawn < 1
  if (!isDrawn || draw(probabilities, drawn)?.variationId !== variationId)
    return 'the number drawn belongs to another page'
  const version = uniformVersions.find((known) => known === policyVersion)
  const pages = probabilities.map((offer) => offer.variationId).filter((id) => id !== controlId)
  const controlShare = probabilities.find((offer) => offer.variationId === controlId)?.probability ?? 0
  const uniform = version && uniformChances(pages, controlShare, version)
  const expected = uniform ? uniform.offers : chances.get(snapshotHash)
  if (expected === undefined) return 'its chances were never set'
  if (JSON.stringify(expected) !== JSON.stringify(probabilities)) return 'its chances are not those that were set'
  if (uniform && uniform.snapshotHash !== snapshotHash) return 'its hash is not that of its chances'
  return null
}

/** The first field that differs, by name. */
function firstDifference(recorded: object, computed: object): string | null {
  const fields = new Map<string, unknown>(Object.entries(recorded))
  for (const [name, value] of Object.entries(computed))
    if (JSON.stringify(fields.get(name)) !== JSON.stringify(value)) return `its ${name} differ`
  return null
}

function wrongHash(scoring: Scoring & { snapshotHash: string }): string | null {
  return snapshotHashOf(scoring) === scoring.snapshotHash ? null : 'its hash is not that of its figures'
}

const unknown = 'this release does not know the version of its rules'

function wrongScoring(recorded: Scored, snapshot: Snapshot): string | null {
  if (snapshot.generation !== recorded.generation) return 'it scores another generation'
  const versions = versionsOf(recorded)
  if (versions === null) return unknown
  return firstDifference(recorded, score(snapshot, recorded.seed, versions)) ?? wrongHash(recorded)
}

function wrongEvolution(recorded: PopulationEvolved['data'], snapshot: Snapshot): string | null {
  if (recorded.scoring === null) return 'it has no scoring'
  const versions = versionsOf({ ...recorded.scoring, algorithmVersion: recorded.algorithmVersion })
  if (versions === null) return unknown
  const { scoring, ...evolution } = evolve(snapshot, recorded.seed, versions)
  return (
    firstDifference(recorded, evolution) ?? firstDifference(recorded.scoring, scoring) ?? wrongHash(recorded.scoring)
  )
}

function wrongSeeding({ variations, seed }: PopulationEvolved['data'], alleles: Snapshot['alleles']): string | null {
  const computed = seedPopulation(approvedOf(alleles), seed)
  const differs = computed.some(
    ({ variationId, genome }, index) =>
      variationId !== variations[index]?.variationId ||
      JSON.stringify(genome) !== JSON.stringify(variations[index]?.genome),
  )
  return differs || computed.length !== variations.length ? 'its variations differ' : null
}

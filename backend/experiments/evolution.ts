import { randomBytes } from 'node:crypto'
import type { EvidenceState } from '../domain/page-variations/evidence-fold.ts'
import { approvedOf, isApproved, isTesting, pagesOf, populationSize } from '../domain/page-variations/page-genes.ts'
import {
  type GenerationCommand,
  type GenerationEvent,
  generationStream,
  pageGenerations,
} from '../domain/page-variations/page-variations.ts'
import {
  isEvolutionDue,
  isScoringDue,
  minimumPerPage,
  progressOf,
  type Scoring,
  scoringRoom,
  visitorsIn,
} from '../domain/page-variations/scoring.ts'
import { createKeyedQueue } from '../kernel/concurrency/keyed-queue.ts'
import { type CommandContext, systemContext } from '../kernel/eventlog/command-context.ts'
import type { EventLog, Position } from '../kernel/eventlog/event-log.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { EvidenceTail } from './evidence-tail.ts'
import { hash } from './population.ts'
import type { ScoringThread } from './scoring-thread.ts'

/** SHA-256 of the policy’s whole input when it set the probabilities. */
export const snapshotHashOf = ({ policyVersion, lastPosition, visitors, seed, scores, offers }: Scoring): string =>
  hash([policyVersion, lastPosition, visitors, seed, scores, offers])

const lookAgain = 25 // times in a generation

const newSeed = () => randomBytes(16).toString('hex')

export type Evolving = {
  /** Scores the pages if enough visitors came, or breeds the next generation if it is due. True when it did either. */
  step(): Promise<boolean>
  /** Number of further visitors who make a decision due, as of the last step; 0: it is due already. */
  room(): number
  /** Breeds the next generation now; null while testing is off. */
  force(context: CommandContext, adminId: number): Promise<Forced | null>
}
export type Forced = { generation: number; position: string | null; fewest: number }

/**
 * Every decision is made from the state of the log at one position, which its event names. Nothing else is kept between
 * decisions. The first writer of a generation’s stream wins, and a process that dies has either appended its decision
 * or not made it.
 */
export function createEvolving({
  handle,
  log,
  evidence,
  thread,
  every,
  onDecided,
}: {
  handle: Handle
  log: Pick<EventLog, 'head' | 'compare'>
  evidence: EvidenceTail
  thread: Pick<ScoringThread, 'score' | 'evolve'>
  every: number
  onDecided: (decision: Recorded<GenerationEvent>) => void
}): Evolving {
  /** Within a process, decisions are recorded in the order in which they read the log. */
  const queue = createKeyedQueue()
  const inTurn = <Result>(work: () => Promise<Result>) => queue('evolution', work)
  let last: Position | null = null
  /** Unknown at first, so the first step looks. */
  let room = 0

  async function record(
    generation: number,
    command: GenerationCommand,
    context: CommandContext,
    options?: { isNew: true },
  ) {
    const decided = await handle(pageGenerations, generationStream(generation), command, context, options)
    const decision = decided.events.at(-1)
    // A repeated request finds what it decided before.
    if (decision && (last === null || log.compare(decision.position, last) > 0)) {
      last = decision.position
      onDecided(decision)
    }
    return decided
  }

  async function breed(
    snapshot: EvidenceState,
    trigger: 'auto' | 'forced' | 'pool',
    context: CommandContext,
    adminId: number | null = null,
  ): Promise<{ generation: number; position: string | null }> {
    const { generation } = snapshot
    const evolution = await thread.evolve(snapshot, newSeed())
    const snapshotHash = snapshotHashOf(evolution.scoring)
    const command = { type: 'EvolvePopulation', data: { evolution, trigger, adminId, snapshotHash } } as const
    // The request was repeated after a crash; the current generation is its result.
    if (trigger === 'forced' && generation > 1) {
      const before = await record(generation, command, context)
      if (before.isReplay) return { generation, position: before.position }
    }
    const { position, events } = await record(evolution.to, command, context, { isNew: true })
    const [event] = events
    // A repeated request returns the generation it bred the first time.
    return { generation: event?.type === 'PopulationEvolved' ? event.data.to : evolution.to, position }
  }

  return {
    room: () => room,
    step: () =>
      inTurn(async () => {
        room = Number.POSITIVE_INFINITY
        const snapshot = await evidence.at(last)
        if (snapshot === null) return false
        const context = systemContext()
        const visitors = visitorsIn(snapshot.evidence)
        const due = breedingDue(snapshot, every)
        if (typeof due === 'string') {
          await breed(snapshot, due, context)
          room = Math.min(scoringRoom(visitors, visitors), every)
          return true
        }
        if (!isStale(snapshot)) {
          room = Math.min(scoringRoom(visitors, snapshot.scored?.visitors ?? -1), due)
          return false
        }
        const scoring = await thread.score(snapshot, newSeed())
        const data = { generation: snapshot.generation, ...scoring, snapshotHash: snapshotHashOf(scoring) }
        await record(snapshot.generation, { type: 'ScoreVariations', data }, context)
        room = Math.min(scoringRoom(visitors, visitors), due)
        return true
      }),
    async force(context, adminId) {
      const asked = await evidence.at(await log.head())
      if (asked === null) return null
      const { generation } = asked
      const { fewest } = progressOf(asked, every)
      return inTurn(async () => {
        const snapshot = await evidence.at(last)
        if (snapshot === null || !isTesting(approvedOf(snapshot.alleles))) return null
        // Another process, or the loop, did it while this request waited.
        if (snapshot.generation > generation)
          return { generation: snapshot.generation, position: snapshot.position, fewest }
        return { ...(await breed(snapshot, 'forced', context, adminId)), fewest }
      })
    },
  }
}

/** Why the next generation is due; otherwise the number of visitors until it can be. */
function breedingDue(snapshot: EvidenceState, every: number): 'pool' | 'auto' | number {
  if (isOutdated(snapshot)) return 'pool'
  if (!isTesting(approvedOf(snapshot.alleles))) return Number.POSITIVE_INFINITY
  const progress = progressOf(snapshot, every)
  if (isEvolutionDue(progress)) return 'auto'
  // A generation that waits for visitors of one page ends when they come: it is looked at again after some visitors.
  const left = progress.every - progress.visitorsSince
  return left > 0 ? left : Math.ceil(every / lookAgain)
}

/** The generation shows a retired text, all its pages are paused, or approvals make room for more or fewer pages. */
function isOutdated({ alleles, current, paused }: EvidenceState): boolean {
  const approved = approvedOf(alleles)
  return (
    current.length !== Math.min(populationSize, pagesOf(approved)) ||
    current.some(({ genome }) => !isApproved(approved, genome)) ||
    (isTesting(approved) && current.every(({ variationId }) => paused.includes(variationId)))
  )
}

/** Enough new visitors, or another rule, since the newest scoring. */
function isStale({ evidence, scored, fitness, genePoolVersion }: EvidenceState): boolean {
  const visitors = visitorsIn(evidence)
  if (visitors === 0) return false
  if (scored === null) return true
  if (scored.fitnessVersion !== fitness.version || scored.genePoolVersion !== genePoolVersion) return true
  return isScoringDue(visitors, scored.visitors)
}

/** One sentence when an evolution used little evidence. */
export const warningFor = ({ fewest }: Forced): string | null =>
  fewest >= minimumPerPage
    ? null
    : `One page has had only ${fewest} ${fewest === 1 ? 'visitor' : 'visitors'}. Fewer than ${minimumPerPage} say little about it.`

import { genes } from '../../../records/page-variations.ts'
import { type Birth, type BreedingVersion, breed, breedingVersion, breedingVersions, constants } from './breeding.ts'
import {
  type Evidence,
  fitGeneModel,
  type GeneModel,
  type Logit,
  type ModelVersion,
  modelAlleles,
  modelVersion,
  modelVersions,
  type Score,
  type Weights,
} from './gene-model.ts'
import type { Allele, Gene } from './gene-pool.ts'
import { type Leader, leaderOf } from './leader.ts'
import { approvedOf, controlOf, type Genome, isApproved, isTesting, type NewVariation } from './page-genes.ts'
import {
  controlId,
  type PolicyVersion,
  policyVersion,
  policyVersions,
  type Serving,
  thompson,
} from './serving-policy.ts'
import { type Candidate, candidateAfter } from './winner.ts'

/** The input of a scoring or an evolution: the state of the log at one position. */
export type Snapshot = {
  /** The last event of that state; null for an empty log. */
  position: string | null
  generation: number
  /** The pages of the generation, in its order. */
  current: readonly Page[]
  /** Every page ever served. */
  known: readonly Page[]
  alleles: readonly Allele[]
  genePoolVersion: string
  fitness: { version: string; weights: Weights }
  evidence: readonly Evidence[]
  candidate: Candidate | null
  /** Ids of pages that are neither offered nor bred. */
  paused: readonly string[]
}
type Page = { variationId: string; genome: Genome }

export type Effect = { gene: Gene; allele: string; donation: Logit; volunteer: Logit }

/** The model’s result for a snapshot. Recomputing it gives the same to the bit. */
export type Scoring = Serving & {
  lastPosition: string | null
  visitors: number
  seed: string
  modelVersion: string
  genePoolVersion: string
  fitnessVersion: string
  scores: Score[]
  effects: Effect[]
  /** By `probability-best-1`; null in later versions. */
  candidate: Candidate | null
  /** Missing in `probability-best-1`. */
  winnerVersion?: string
  leader?: Leader | null
}

export const visitorsIn = (evidence: readonly Evidence[]) => evidence.reduce((sum, { visitors }) => sum + visitors, 0)

/**
 * `probability-best-1`: P(best) ≥ 0.95, which near-identical pages never reach, and then fresh visits have to agree.
 * `expected-loss-1`: see leader.ts.
 */
const winnerVersions = ['probability-best-1', 'expected-loss-1'] as const
export type WinnerVersion = (typeof winnerVersions)[number]

/** The rules of a decision. Older versions are kept, so that every decision can be recomputed. */
export type Versions = {
  model: ModelVersion
  breeding: BreedingVersion
  policy: PolicyVersion
  winner: WinnerVersion
  /** The share of new visitors who see the page as built while something is tested, 0 to 0.5. */
  controlShare: number
}
export const currentVersions: Versions = {
  model: modelVersion,
  breeding: breedingVersion,
  policy: policyVersion,
  winner: 'expected-loss-1',
  controlShare: 0.05,
}

/** The control’s visitors teach the model too: they saw a page whose alleles are known. */
const modelOf = ({ alleles, known, evidence, fitness }: Snapshot, version: ModelVersion): GeneModel =>
  fitGeneModel({
    alleles: modelAlleles(alleles),
    known: [...known, { variationId: controlId, genome: controlOf(approvedOf(alleles)) }],
    evidence,
    weights: fitness.weights,
    version,
  })

type Totals = { visitors: number; donated: number; volunteered: number }

/** The visitors, donors and volunteers of each page in all generations. */
export function totalsOf(evidence: readonly Evidence[]): (variationId: string) => Totals {
  const byPage = new Map<string, Totals>()
  for (const { variationId, visitors, donated, volunteered } of evidence) {
    const totals = byPage.get(variationId) ?? { visitors: 0, donated: 0, volunteered: 0 }
    totals.visitors += visitors
    totals.donated += donated
    totals.volunteered += volunteered
    byPage.set(variationId, totals)
  }
  return (variationId) => byPage.get(variationId) ?? { visitors: 0, donated: 0, volunteered: 0 }
}

function scoresBy(model: GeneModel, { evidence }: Snapshot, pages: readonly Page[]): Score[] {
  const totals = totalsOf(evidence)
  return pages.map(({ variationId, genome }) => ({ variationId, ...totals(variationId), ...model.score(genome) }))
}

/** Number of scores that an event holds: each generation adds pages, and an append holds a million bytes. */
export const maxScored = 2000

/** The pages whose chances are set, and the best of all others, in the order they were first served. */
function recordedScores(scores: Score[], pages: readonly Page[], version: ModelVersion): Score[] {
  if (version === 'gene-model-1' || version === 'gene-model-2' || scores.length <= maxScored) return scores
  const kept = new Set(pages.map(({ variationId }) => variationId))
  const others = scores.filter(({ variationId }) => !kept.has(variationId)).sort((a, b) => b.mean - a.mean)
  for (const { variationId } of others.slice(0, maxScored - kept.size)) kept.add(variationId)
  return scores.filter(({ variationId }) => kept.has(variationId))
}

function scoringBy(
  model: GeneModel,
  snapshot: Snapshot,
  pages: readonly Page[],
  known: readonly Page[],
  seed: string,
  versions: Versions,
): Scoring {
  const { evidence, fitness, alleles, position, genePoolVersion } = snapshot
  const visitors = visitorsIn(evidence)
  const approved = approvedOf(alleles)
  // A page that is paused, or whose text has been retired, is no longer offered.
  const offered = pages.filter(
    ({ variationId, genome }) => isApproved(approved, genome) && !snapshot.paused.includes(variationId),
  )
  const { losses, ...serving } = thompson(model, offered.length > 0 ? offered : pages, {
    seed,
    visitors,
    version: versions.policy,
    // The only page is the page as built.
    controlShare: isTesting(approved) ? versions.controlShare : 0,
  })
  return {
    ...serving,
    lastPosition: position,
    visitors,
    seed,
    modelVersion: versions.model,
    genePoolVersion,
    fitnessVersion: fitness.version,
    scores: recordedScores(scoresBy(model, snapshot, known), pages, versions.model),
    effects: genes.flatMap((gene) =>
      approved[gene].length < 2
        ? []
        : approved[gene].map((allele) => ({ gene, allele, ...model.effect(gene, allele) })),
    ),
    ...(versions.winner === 'probability-best-1'
      ? { candidate: candidateAfter(snapshot.candidate, serving.probabilityBest, evidence, fitness.weights) }
      : { candidate: null, winnerVersion: versions.winner, leader: leaderOf(losses, evidence) }),
  }
}

/** Scores every page and sets the chances of the current ones. */
export const score = (snapshot: Snapshot, seed: string, versions = currentVersions): Scoring =>
  scoringBy(modelOf(snapshot, versions.model), snapshot, snapshot.current, snapshot.known, seed, versions)

/** Only the chances of the current pages: what another rule would have set at this moment. */
export const chancesOf = (snapshot: Snapshot, seed: string, { model, policy, controlShare }: Versions): Serving =>
  thompson(modelOf(snapshot, model), snapshot.current, {
    seed,
    visitors: visitorsIn(snapshot.evidence),
    version: policy,
    controlShare,
  })

export type Evolution = {
  from: number
  to: number
  seed: string
  algorithmVersion: string
  constants: typeof constants
  lastPosition: string | null
  genePoolVersion: string
  fitnessVersion: string
  variations: NewVariation[]
  elites: string[]
  births: Birth[]
  scoring: Scoring
}

/** Breeds the next generation, and sets the chances of its pages. */
export function evolve(snapshot: Snapshot, seed: string, versions = currentVersions): Evolution {
  const { known, current, alleles, generation, genePoolVersion, fitness, position } = snapshot
  const model = modelOf(snapshot, versions.model)
  const scores = scoresBy(model, snapshot, known)
  const to = generation + 1
  const approved = approvedOf(alleles)
  const version = versions.breeding
  const { paused } = snapshot
  const bred = breed({ model, approved, known, current, paused, scores, generation: to, seed, version })
  const ids = new Set(known.map(({ variationId }) => variationId))
  const all = [...known, ...bred.variations.filter(({ variationId }) => !ids.has(variationId))]
  return {
    from: generation,
    to,
    seed,
    algorithmVersion: version,
    constants,
    lastPosition: position,
    genePoolVersion,
    fitnessVersion: fitness.version,
    ...bred,
    scoring: scoringBy(model, snapshot, bred.variations, all, seed, versions),
  }
}

/**
 * Visitors until the next scoring: at first one, later 4 % more. `scored`: the number at the last scoring; -1: none
 * yet.
 */
export const scoringRoom = (visitors: number, scored: number): number =>
  Math.max(0, scored + Math.max(1, Math.floor(scored * 0.04)) - visitors)

/** True when enough new visitors came since the last scoring. */
export const isScoringDue = (visitors: number, scored: number): boolean => scoringRoom(visitors, scored) === 0

export const minimumPerPage = 20

export type Progress = { every: number; perPage: number; visitorsSince: number; fewest: number }

/** The progress of the current generation. `every`: visitors per generation, four times as many beyond 50,000. */
export function progressOf(snapshot: Pick<Snapshot, 'generation' | 'current' | 'evidence'>, every: number): Progress {
  const { generation, current, evidence } = snapshot
  const totals = totalsOf(evidence)
  return {
    every: visitorsIn(evidence) > 50_000 ? every * 4 : every,
    perPage: minimumPerPage,
    visitorsSince: visitorsIn(evidence.filter((row) => row.generation === generation)),
    fewest: Math.min(...current.map(({ variationId }) => totals(variationId).visitors)),
  }
}

export const isEvolutionDue = ({ every, perPage, visitorsSince, fewest }: Progress): boolean =>
  visitorsSince >= every && fewest >= perPage

/** The versions that an event names, if this release knows them. */
export function versionsOf(event: {
  modelVersion: string
  policyVersion: string
  algorithmVersion?: string
  controlShare?: number
  winnerVersion?: string
}): Versions | null {
  const model = modelVersions.find((known) => known === event.modelVersion)
  const policy = policyVersions.find((known) => known === event.policyVersion)
  const { algorithmVersion = breedingVersion, controlShare = 0, winnerVersion = 'probability-best-1' } = event
  const winner = winnerVersions.find((known) => known === winnerVersion)
  const breeding = breedingVersions.find((known) => known === algorithmVersion)
  return model && breeding && policy && winner ? { model, breeding, policy, winner, controlShare } : null
}

import { type Decider, DomainError, type Fact } from '../../kernel/eventlog/decider.ts'
import type { BotRules } from '../bot-rules.ts'
import { constants as evolutionConstants } from './breeding.ts'
import { timeCap, type Weights } from './gene-model.ts'
import { type Allele, changePool, type GenePoolChange, type GenePoolCommand, shipPool } from './gene-pool.ts'
import { approvedOf, isTesting, seedPopulation, type shippedAlleles } from './page-genes.ts'
import type { Evolution, Scoring } from './scoring.ts'

/**
 * The value of a visit: 100 x (donation x donated + volunteer x volunteered + time x min(time, timeCap) / timeCap), in
 * points per 100 visits.
 */
export type Fitness = { version: string; weights: Weights; timeCap: number }

export const firstFitness: Fitness = {
  version: 'fitness-1',
  weights: { donation: 2, volunteer: 1, time: 0.01 },
  /** Milliseconds. The page reports after this time at the latest, so longer times are unknown. */
  timeCap,
}

const seedingVersion = 'seeding-1'

/** `seed` comes from the caller, because the domain uses no randomness. */
export type PopulationCommand =
  /** Issued at every start. `isApproved`: whether new shipped alleles are approved (demo content). */
  | Fact<
      'PreparePopulation',
      {
        shipped: ReturnType<typeof shippedAlleles>
        isApproved: boolean
        botRules: BotRules
        seed: string
        controlShare: number
      }
    >
  | GenePoolCommand
  | Fact<'ChangeFitness', Omit<Fitness, 'version'>>

/** A generation, and everything that decided it. */
export type PopulationEvolved = Fact<
  'PopulationEvolved',
  Omit<Evolution, 'from' | 'lastPosition' | 'scoring'> & {
    from: number | null
    /** `pool`: an admin approved or retired alleles. */
    trigger: 'seed' | 'auto' | 'forced' | 'pool'
    adminId: number | null
    /** The last event whose evidence was used; null for the first generation. */
    lastPosition: string | null
    /**
     * Evidence, posterior and chances of the new pages; null for the first generation, in which all have the same
     * chance.
     */
    scoring: Recorded | null
    /** Of the first generation, until its first scoring; missing in older releases. */
    controlShare?: number
  }
>
/** `snapshotHash`: SHA-256 of the policy’s whole input; servings name it. */
type Recorded = Scoring & { snapshotHash: string }

export type PopulationEvent =
  | Fact<'GenePoolChanged', { version: string; alleles: Allele[]; change: GenePoolChange }>
  | Fact<'FitnessChanged', Fitness>
  | Fact<'BotRuleChanged', BotRules>
  | PopulationEvolved
  | Fact<'VariationsScored', { generation: number } & Recorded>

type Population = {
  generation: number
  alleles: readonly Allele[]
  pools: number
  fitness: Fitness | null
  fitnessRules: number
  botRules: string
}

export const populationStream = 'page-population'

/** Records the current rules when they changed, and the first generation. */
export const pageVariations: Decider<Population, PopulationCommand, PopulationEvent> = {
  initialState: { generation: 0, alleles: [], pools: 0, fitness: null, fitnessRules: 0, botRules: '' },
  decide(command, now) {
    const poolChanged = (alleles: Allele[], change: GenePoolChange): PopulationEvent => ({
      type: 'GenePoolChanged',
      data: { version: `pool-${now.pools + 1}`, alleles, change },
    })
    switch (command.type) {
      case 'PreparePopulation': {
        const { shipped, isApproved, botRules, seed, controlShare } = command.data
        const events: PopulationEvent[] = []
        const isFirst = now.alleles.length === 0
        const alleles = shipPool(now.alleles, shipped, isFirst && isApproved)
        const approved = approvedOf(alleles ?? now.alleles)
        if (alleles) events.push(poolChanged(alleles, { kind: 'shipped', alleleId: null }))
        if (now.fitness === null) events.push({ type: 'FitnessChanged', data: firstFitness })
        if (now.botRules !== botRules.version) events.push({ type: 'BotRuleChanged', data: botRules })
        if (now.generation === 0)
          events.push({
            type: 'PopulationEvolved',
            data: {
              from: null,
              to: 1,
              trigger: 'seed',
              adminId: null,
              seed,
              algorithmVersion: seedingVersion,
              constants: evolutionConstants,
              lastPosition: null,
              genePoolVersion: `pool-${now.pools + (alleles ? 1 : 0)}`,
              fitnessVersion: (now.fitness ?? firstFitness).version,
              variations: seedPopulation(approved, seed),
              elites: [],
              births: [],
              scoring: null,
              controlShare: isTesting(approved) ? controlShare : 0,
            },
          })
        return events
      }
      case 'ChangeFitness': {
        const { weights, timeCap: cap } = command.data
        if (cap !== timeCap)
          throw new DomainError(
            'unprocessable',
            'The rule in force scores up to 30 seconds. Other limits are for replays.',
          )
        if (weights.donation + weights.volunteer + weights.time === 0)
          throw new DomainError('unprocessable', 'At least one weight must be above zero.')
        const same = now.fitness?.weights
        if (same?.donation === weights.donation && same.volunteer === weights.volunteer && same.time === weights.time)
          return []
        return [{ type: 'FitnessChanged', data: { version: `fitness-${now.fitnessRules + 1}`, weights, timeCap: cap } }]
      }
      case 'ProposeAllele':
      case 'RewordAllele':
      case 'ApproveAllele':
      case 'RetireAllele': {
        const changed = changePool(now.alleles, command)
        return changed === null ? [] : [poolChanged(changed.alleles, changed.change)]
      }
    }
  },
  evolve(now, event) {
    switch (event.type) {
      case 'GenePoolChanged':
        return { ...now, alleles: event.data.alleles, pools: now.pools + 1 }
      case 'FitnessChanged':
        return { ...now, fitness: event.data, fitnessRules: now.fitnessRules + 1 }
      case 'BotRuleChanged':
        return { ...now, botRules: event.data.version }
      case 'PopulationEvolved':
        return { ...now, generation: event.data.to }
      case 'VariationsScored':
        return now
    }
  },
}

export type GenerationCommand =
  | Fact<
      'EvolvePopulation',
      { evolution: Evolution; trigger: 'auto' | 'forced' | 'pool'; adminId: number | null; snapshotHash: string }
    >
  | Fact<'ScoreVariations', { generation: number } & Recorded>
export type GenerationEvent = Extract<PopulationEvent, { type: 'PopulationEvolved' | 'VariationsScored' }>

type Generation = { isBred: boolean; visitors: number; fitnessVersion: string; genePoolVersion: string }

/** One stream per generation: the first writer wins, and the other writers find the generation there. */
export const generationStream = (generation: number) => `page-generation-${generation}`

export const pageGenerations: Decider<Generation, GenerationCommand, GenerationEvent> = {
  initialState: { isBred: false, visitors: -1, fitnessVersion: '', genePoolVersion: '' },
  decide(command, { isBred, visitors, fitnessVersion, genePoolVersion }) {
    switch (command.type) {
      case 'EvolvePopulation': {
        if (isBred) return []
        const { evolution, trigger, adminId, snapshotHash } = command.data
        const scoring = { ...evolution.scoring, snapshotHash }
        return [{ type: 'PopulationEvolved', data: { ...evolution, trigger, adminId, scoring } }]
      }
      case 'ScoreVariations': {
        const isOld =
          command.data.visitors <= visitors &&
          command.data.fitnessVersion === fitnessVersion &&
          command.data.genePoolVersion === genePoolVersion
        return isOld ? [] : [{ type: 'VariationsScored', data: command.data }]
      }
    }
  },
  evolve(now, { type, data }) {
    const scoring = type === 'PopulationEvolved' ? data.scoring : data
    if (scoring === null) return { ...now, isBred: true }
    const { visitors, fitnessVersion, genePoolVersion } = scoring
    return { isBred: now.isBred || type === 'PopulationEvolved', visitors, fitnessVersion, genePoolVersion }
  },
}

/** Shown without measurement while no population can be read. */
export const fallbackVariation = { variationId: 'gen0_default', generation: 0 }

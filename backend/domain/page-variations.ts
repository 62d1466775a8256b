import { botRules } from './bot-rules.ts'
import type { Decider, Fact } from './decider.ts'
import { type GenePool, type Genome, type NewVariation, populationSize, seedPopulation } from './page-genes.ts'

/**
 * The value of a visit: 100 x (donation x donated + volunteer x volunteered + time x min(time, timeCap) / timeCap), in
 * points per 100 visits; projections/page-variations.ts has the sum.
 */
export const fitness = {
  version: 'fitness-1',
  weights: { donation: 2, volunteer: 1, time: 0.01 },
  /** Milliseconds; the page reports after this time at the latest, so longer times are unknown. */
  timeCap: 30_000,
}

const seedingVersion = 'seeding-1'
export const constants = { populationSize, mutationRate: 0.15, crossoverRate: 0.8 }

/**
 * Issued at every start. `seed` and the version (a hash of the pool) come from outside, because the domain uses no
 * randomness.
 */
export type PopulationCommand = Fact<'PreparePopulation', { genePool: GenePool; genePoolVersion: string; seed: string }>

export type PopulationEvent =
  | Fact<'GenePoolChanged', { version: string; genePool: GenePool }>
  | Fact<'FitnessChanged', typeof fitness>
  | Fact<'BotRuleChanged', typeof botRules>
  | Fact<
      'PopulationEvolved',
      {
        from: number | null
        to: number
        trigger: 'seed' | 'auto' | 'forced'
        adminId: number | null
        seed: string
        algorithmVersion: string
        constants: typeof constants
        /** The last event in the log whose evidence was used; null for the first generation. */
        lastPosition: string | null
        genePoolVersion: string
        fitnessVersion: string
        variations: NewVariation[]
      }
    >

type Population = { generation: number; genePool: string; fitness: string; botRules: string }

export const populationStream = 'page-population'

/** The current rules, each recorded when it changes, and the generations. */
export const pageVariations: Decider<Population, PopulationCommand, PopulationEvent> = {
  initialState: { generation: 0, genePool: '', fitness: '', botRules: '' },
  decide({ data: { genePool, genePoolVersion, seed } }, now) {
    const events: PopulationEvent[] = []
    if (now.genePool !== genePoolVersion)
      events.push({ type: 'GenePoolChanged', data: { version: genePoolVersion, genePool } })
    if (now.fitness !== fitness.version) events.push({ type: 'FitnessChanged', data: fitness })
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
          constants,
          lastPosition: null,
          genePoolVersion,
          fitnessVersion: fitness.version,
          variations: seedPopulation(genePool, seed),
        },
      })
    return events
  },
  evolve(now, event) {
    switch (event.type) {
      case 'GenePoolChanged':
        return { ...now, genePool: event.data.version }
      case 'FitnessChanged':
        return { ...now, fitness: event.data.version }
      case 'BotRuleChanged':
        return { ...now, botRules: event.data.version }
      case 'PopulationEvolved':
        return { ...now, generation: event.data.to }
    }
  },
}

export type Offer = { variationId: string; probability: number }

/** Every page of the generation has the same chance; a different policy gets a new version name. */
export const servingPolicy = {
  version: 'uniform-1',
  offers: (variationIds: readonly string[]): Offer[] =>
    variationIds.map((variationId) => ({ variationId, probability: 1 / variationIds.length })),
}

/** Shown, and not measured, while no population can be read. */
export const fallbackVariation = { variationId: 'gen0_default', generation: 0 }
export type { Genome }

import type { EvolutionVerificationEvent } from '../domain/evolution-verifications.ts'
import type { FitnessFormulaEvent } from '../domain/fitness-formulas.ts'
import type { PopulationEvent } from '../domain/page-variations.ts'
import type { PageViewEvent } from '../domain/page-views.ts'
import { describes, type Topic } from './topic.ts'

type Event = PopulationEvent | PageViewEvent | FitnessFormulaEvent | EvolutionVerificationEvent

export const pageVariations = {
  ...describes<Event>(),
  events: {
    FitnessChanged: { item: { topic: 'fitness-formula', id: 1 } },
    GenePoolChanged: { item: { topic: 'gene-pool', id: 1 } },
    BotRuleChanged: { item: null },
    PopulationEvolved: { item: null },
    VariationsScored: { item: null },
    VariationServed: { item: null },
    VisitRecorded: { item: null },
    ConversionCredited: { item: null },
    FormulaSaved: { item: null },
    FormulaRemoved: { item: null },
    FormulaChecked: { item: null },
    EvolutionVerified: { item: null },
  },
  streams: ['page-population', 'page-generation', 'view', 'fitness-formulas', 'evolution-verification'],
} as const satisfies Topic<Event>

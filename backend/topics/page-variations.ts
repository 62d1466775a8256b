import type { EvolutionVerificationEvent } from '../domain/evolution-verifications.ts'
import type { FitnessFormulaEvent } from '../domain/fitness-formulas.ts'
import type { PagePauseEvent } from '../domain/page-pauses.ts'
import type { PopulationEvent } from '../domain/page-variations.ts'
import type { ViewBlockEvent } from '../domain/page-view-blocks.ts'
import type { PageViewEvent } from '../domain/page-views.ts'
import type { SampleRatioEvent } from '../domain/sample-ratio-alarms.ts'
import { describes, type Topic } from './topic.ts'

type Event =
  | PopulationEvent
  | PageViewEvent
  | ViewBlockEvent
  | FitnessFormulaEvent
  | EvolutionVerificationEvent
  | SampleRatioEvent
  | PagePauseEvent

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
    PageViewsRecorded: { item: null },
    FormulaSaved: { item: null },
    FormulaRemoved: { item: null },
    FormulaChecked: { item: null },
    EvolutionVerified: { item: null },
    SampleRatioMismatched: { item: null, audit: { isIncident: true, isTelling: true } },
    SampleRatioRestored: { item: null, audit: { isIncident: true, isTelling: true } },
    VariationPaused: { item: null, audit: { isIncident: true, isTelling: true } },
    VariationResumed: { item: null, audit: { isIncident: true, isTelling: true } },
  },
  streams: [
    'page-population',
    'page-generation',
    'page-pause',
    'view',
    'view-block',
    'fitness-formulas',
    'evolution-verification',
    'sample-ratio',
  ],
  commands: { CheckSampleRatio: 'Check of the page test', PauseVariation: 'Check of the page test' },
} as const satisfies Topic<Event>

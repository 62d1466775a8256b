import type { EvolutionVerificationEvent } from '../domain/page-variations/evolution-verifications.ts'
import type { FitnessFormulaEvent } from '../domain/page-variations/fitness-formulas.ts'
import type { PagePauseEvent } from '../domain/page-variations/page-pauses.ts'
import type { PopulationEvent } from '../domain/page-variations/page-variations.ts'
import type { ViewBlockEvent } from '../domain/page-variations/page-view-blocks.ts'
import type { PageViewEvent } from '../domain/page-variations/page-views.ts'
import type { SampleRatioEvent } from '../domain/page-variations/sample-ratio-alarms.ts'
import { because, describes, generated, type Topic } from './topic.ts'

type Event =
  | PopulationEvent
  | PageViewEvent
  | ViewBlockEvent
  | FitnessFormulaEvent
  | EvolutionVerificationEvent
  | SampleRatioEvent
  | PagePauseEvent

const view = generated('viewId', 'variationId')
const texts = 'Texts of the home page, for all visitors.'
const formula = because('Staff names a formula, which is about no person.', 'name')
const scored = generated(
  ...([
    'policyVersion',
    'offers',
    'probabilityBest',
    'lastPosition',
    'seed',
    'modelVersion',
    'genePoolVersion',
  ] as const),
  ...(['fitnessVersion', 'scores', 'effects', 'candidate', 'winnerVersion', 'leader', 'snapshotHash'] as const),
)

export const pageVariations = {
  ...describes<Event>(),
  events: {
    FitnessChanged: { item: { topic: 'fitness-formula', id: 1 }, impersonal: generated('version') },
    GenePoolChanged: {
      item: { topic: 'gene-pool', id: 1 },
      impersonal: { ...generated('version', 'change'), alleles: texts },
    },
    BotRuleChanged: {
      item: null,
      impersonal: { ...generated('version'), crawler: 'A pattern for the names of crawlers.' },
    },
    PopulationEvolved: {
      item: null,
      impersonal: {
        ...generated('seed', 'algorithmVersion', 'lastPosition', 'genePoolVersion', 'fitnessVersion'),
        ...generated('variations', 'elites', 'births', 'scoring'),
      },
    },
    VariationsScored: { item: null, impersonal: scored },
    VariationServed: {
      item: null,
      impersonal: {
        ...view,
        ...generated('genome', 'genePoolVersion', 'probabilities', 'policyVersion', 'snapshotHash', 'fitnessVersion'),
        ...generated('bot'),
        visitorKey: 'A keyed hash of a random cookie, which names no person.',
      },
    },
    VisitRecorded: { item: null, impersonal: { ...view, ...generated('duplicateOf', 'serving') } },
    ConversionCredited: { item: null, impersonal: { ...view, ...generated('serving') } },
    PageViewsRecorded: {
      item: null,
      // Content that its views would have if each were an event.
      impersonal: generated('facts'),
    },
    FormulaSaved: { item: null, impersonal: { ...formula, ...generated('result') } },
    FormulaRemoved: { item: null, impersonal: formula },
    FormulaChecked: { item: null, impersonal: { ...formula, ...generated('hash') } },
    EvolutionVerified: {
      item: null,
      impersonal: { ...generated('verificationId'), finding: 'A sentence of ours.' },
    },
    SampleRatioMismatched: { item: null, audit: { isIncident: true, isTelling: true } },
    SampleRatioRestored: { item: null, audit: { isIncident: true, isTelling: true } },
    VariationPaused: { item: null, impersonal: generated('variationId'), audit: { isIncident: true, isTelling: true } },
    VariationResumed: {
      item: null,
      impersonal: generated('variationId'),
      audit: { isIncident: true, isTelling: true },
    },
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

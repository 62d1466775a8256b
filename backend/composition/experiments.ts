import { createEvidenceTail } from '../experiments/evidence-tail.ts'
import { createEvolving } from '../experiments/evolution.ts'
import { type EvolutionLoop, startEvolutionLoop } from '../experiments/evolution-loop.ts'
import { createMeasurementCounts } from '../experiments/measurement-counts.ts'
import { createScoringThread } from '../experiments/scoring-thread.ts'
import { createVariationServing } from '../experiments/variation-serving.ts'
import { evidenceSnapshot } from '../read-model/page-evidence.ts'
import { servedPopulation } from '../read-model/page-variations.ts'
import type { Base } from './base.ts'

export type ExperimentOverrides = {
  /** Milliseconds a report of a visit waits until scoring has used it. */
  reportTimeout?: number
}

/** Page variations: serving and measuring them, and learning from them once it is started. */
export function createExperiments({
  config,
  secrets,
  core,
  database,
  logger,
  overrides,
}: Base & {
  overrides: ExperimentOverrides
}) {
  const { log, decode, handle } = core
  const { pool, knex } = database
  let loop: EvolutionLoop | null = null
  const pageVariations = createVariationServing({
    handle,
    load: () => servedPopulation(knex),
    compare: log.compare,
    counts: createMeasurementCounts(pool, secrets.variations),
    key: secrets.variations,
    isHttps: config.isHttps,
    onDrop: (error) => logger.warn({ err: error }, 'A measurement of page variations was dropped.'),
    keepUp: async () => loop?.keepUp(),
    reportTimeout: overrides.reportTimeout,
  })
  const thread = createScoringThread()
  const evidence = createEvidenceTail({ log, decode, load: () => evidenceSnapshot(knex) })
  const evolving = createEvolving({
    handle,
    log,
    evidence,
    thread,
    every: config.evolveEvery,
    onDecided: pageVariations.population.adopt,
  })
  return {
    pageVariations,
    evolving,
    /** Learns in the background while `isActive`. */
    start(isActive: () => boolean) {
      loop = startEvolutionLoop({
        evolving,
        isActive,
        onAppend: log.onAppend,
        onError(error) {
          evidence.forget()
          log.forgetRecent()
          logger.error({ err: error }, 'Page variations could not be scored; the next run tries again.')
        },
      })
    },
    /** Records the pending measurements. */
    async close() {
      await loop?.stop()
      await thread.close()
      await pageVariations.measurements.close()
    },
  }
}

export type Experiments = ReturnType<typeof createExperiments>

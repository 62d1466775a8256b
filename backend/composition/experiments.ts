import { problemWith } from '../event-schemas/index.ts'
import { createEvidenceTail } from '../experiments/evidence-tail.ts'
import { createEvolving, type Evolving } from '../experiments/evolution.ts'
import { type EvolutionLoop, startEvolutionLoop } from '../experiments/evolution-loop.ts'
import { createMeasurementAlarm } from '../experiments/measurement-alarm.ts'
import { createMeasurementCounts } from '../experiments/measurement-counts.ts'
import { createPageGuard } from '../experiments/page-guard.ts'
import { createScoringThread } from '../experiments/scoring-thread.ts'
import { createVariationServing } from '../experiments/variation-serving.ts'
import { createViewBlocks } from '../experiments/view-blocks.ts'
import { createViewRecords } from '../experiments/view-records.ts'
import { evidenceSnapshot } from '../read-model/page-evidence.ts'
import { servedPopulation } from '../read-model/page-variations.ts'
import type { Base } from './base.ts'

export type ExperimentOverrides = {
  /** Milliseconds a report of a visit waits until scoring has used it. */
  reportTimeout?: number
  /** Milliseconds that only grow; the population in memory is read again when it is a second old. */
  populationClock?: () => number
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
  const records = createViewRecords({ pool, log, decode, problemWith })
  const viewBlocks = createViewBlocks({ pool, handle })
  const pageVariations = createVariationServing({
    records,
    load: () => servedPopulation(knex),
    compare: log.compare,
    counts: createMeasurementCounts(pool, secrets.variations),
    key: secrets.variations,
    isHttps: config.isHttps,
    onDrop: (error) => logger.warn({ err: error }, 'A measurement of page variations was dropped.'),
    keepUp: async () => loop?.keepUp(),
    reportTimeout: overrides.reportTimeout,
    populationClock: overrides.populationClock,
  })
  const thread = createScoringThread()
  const evidence = createEvidenceTail({ log, decode, load: () => evidenceSnapshot(knex) })
  const decisions = createEvolving({
    handle,
    log,
    evidence,
    thread,
    every: config.evolveEvery,
    onDecided: pageVariations.population.adopt,
  })
  const checkMeasurements = createMeasurementAlarm({ handle, knex })
  const pauseHarmful = createPageGuard({ handle, knex })
  const evolving: Evolving = {
    room: () => decisions.room() - viewBlocks.waitingVisitors(),
    async force(context, adminId) {
      await viewBlocks.write()
      return decisions.force(context, adminId)
    },
    async step() {
      await viewBlocks.writeIfDue(decisions.room())
      const hasDecided = await decisions.step()
      if (hasDecided) {
        await checkMeasurements()
        await pauseHarmful()
      }
      return hasDecided
    },
  }
  return {
    pageVariations,
    evolving,
    viewBlocks,
    forgetOldViews: records.forgetOld,
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
      // Measurements that cannot be written now wait in PostgreSQL for the next process.
      if (loop) await viewBlocks.write().catch((error) => logger.warn({ err: error }, 'Views wait for the next start.'))
    },
  }
}

export type Experiments = ReturnType<typeof createExperiments>

import { openReadReplica } from '../kernel/database/read-replica.ts'
import { createProjector } from '../kernel/projector/projector.ts'
import { createReadYourWrites } from '../kernel/projector/read-your-writes.ts'
import { segmentProjection } from '../read-model/email-segments.ts'
import type { Base } from './base.ts'
import { createPast } from './past.ts'

/**
 * Parts that keep the read tables up to date and wait for them, the replica of them, if there is one, and those of past moments.
 * None runs yet.
 */
export function createReading({
  config,
  core,
  database,
  logger,
  projectionTimeout,
}: Omit<Base, 'secrets'> & {
  /** Milliseconds a response waits for the read tables. */
  projectionTimeout: number | undefined
}) {
  const { log, decode, projections, readSkips } = core
  const { pool } = database
  const projector = createProjector({ log, decode, pool, projections, readSkips, logger })
  const readYourWrites = createReadYourWrites({ pool, log, projector })
  const replica = config.databaseReadUrl
    ? openReadReplica({
        primary: pool,
        url: config.databaseReadUrl,
        max: config.databaseConnections,
        onProblem: (problem) => logger.warn(problem ?? 'Lists of the console are read from the replica.'),
      })
    : undefined
  return {
    projector,
    readYourWrites,
    replica,
    past: createPast({ core, database, logger }),
    /** True when the tables that say who gets no campaign mail are up to date; waits briefly. */
    knowsSuppressions: () => readYourWrites.isUpToDate(segmentProjection, { timeoutMs: projectionTimeout }),
    /** True when the read tables show this position; waits briefly. */
    reached: (position: string) => readYourWrites.waitFor(position, { timeoutMs: projectionTimeout }),
  }
}

export type Reading = ReturnType<typeof createReading>

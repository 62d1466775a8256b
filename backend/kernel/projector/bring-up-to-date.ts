import type pg from 'pg'
import { transactionOn } from '../database/transaction.ts'
import { type EventLog, LogCorrupted, rewindAdvice } from '../eventlog/event-log.ts'
import { tablesOf } from './changes.ts'
import { readCheckpoints, setCheckpoint } from './checkpoints.ts'
import type { AnyProjection } from './projection.ts'
import { type RebuildOptions, type Rebuilt, rebuildOn } from './rebuild.ts'
import { onlyOneRebuild } from './rebuild-lock.ts'
import { createIndexes, createTables, dropTables, existingTables, keepDerivedRows, liveSchema } from './schema.ts'

export type { Progress } from './progress.ts'

/**
 * Call it before serving: rebuilds each projection whose tables are missing or have another version, while processes of
 * the other version keep serving theirs. With an empty log it just creates the tables. Throws like `rebuild`, and
 * LogCorrupted when the log ends before what the tables have already shown.
 * A projection that fails keeps its old tables (empty ones if it has none), and the projector reports it as stopped. The
 * tables of one that this version no longer has are dropped.
 */
export async function bringUpToDate(options: Omit<RebuildOptions, 'only' | 'fresh'>): Promise<Rebuilt> {
  const { log, pool, projections, signal } = options
  tablesOf(projections)
  return onlyOneRebuild(pool, signal, async (client) => {
    await rejectShorterLog(client, log)
    const outdated = await findOutdated(client, projections)
    const rebuilt = await bringForward(client, { ...options, projections: outdated })
    await dropRetired(client, projections)
    return rebuilt
  })
}

async function bringForward(client: pg.ClientBase, options: RebuildOptions): Promise<Rebuilt> {
  const { log, projections: outdated } = options
  if (outdated.length === 0) return { switched: [], failed: [] }
  if ((await log.head()) === null) {
    for (const projection of outdated) await createLive(client, projection)
    return { switched: outdated.map(({ name }) => name), failed: [] }
  }
  const rebuilt = await rebuildOn(client, options)
  // The projector fills an empty table up to the event in question, and reports where it stopped.
  const existing = await existingTables(client, liveSchema)
  for (const projection of outdated) if (!hasTables(projection, existing)) await createLive(client, projection)
  return rebuilt
}

/** Its checkpoint would stay where it is, and every start reads the log from the earliest one. */
async function dropRetired(client: pg.ClientBase, projections: readonly AnyProjection[]): Promise<void> {
  const retired = await readCheckpoints(client)
  for (const { name } of projections) retired.delete(name)
  for (const { projection, tables } of retired.values())
    await transactionOn(client, async () => {
      await dropTables(client, liveSchema, tables)
      await client.query('DELETE FROM app.checkpoints WHERE projection = $1', [projection])
    })
}

/** Tables that are ahead of the log would miss the next events. */
async function rejectShorterLog(client: pg.ClientBase, log: EventLog): Promise<void> {
  // In this order, because another process may append and project in between.
  const checkpoints = await readCheckpoints(client)
  const head = await log.head()
  for (const { projection, position } of checkpoints.values()) {
    if (position === null || (head !== null && log.compare(position, head) <= 0)) continue
    throw new LogCorrupted(
      `Projection ${projection} has handled position ${position}, but the event log ends at ${head ?? 'its start'}. ` +
        rewindAdvice,
    )
  }
}

async function findOutdated(client: pg.ClientBase, projections: readonly AnyProjection[]): Promise<AnyProjection[]> {
  const [checkpoints, existing] = [await readCheckpoints(client), await existingTables(client, liveSchema)]
  return projections.filter(
    (projection) =>
      checkpoints.get(projection.name)?.version !== projection.version || !hasTables(projection, existing),
  )
}

const hasTables = ({ tables }: AnyProjection, existing: ReadonlySet<string>) =>
  Object.keys(tables).every((table) => existing.has(table))

async function createLive(client: pg.ClientBase, projection: AnyProjection): Promise<void> {
  const { tables } = projection
  await transactionOn(client, async () => {
    await dropTables(client, liveSchema, Object.keys(tables))
    await createTables(client, liveSchema, tables)
    for (const [name, table] of Object.entries(tables)) await createIndexes(client, liveSchema, name, table)
    await keepDerivedRows(client, liveSchema, projection)
    await setCheckpoint(client, projection, null)
  })
}

import pg from 'pg'
import type { EventLog, Position } from '../eventlog/event-log.ts'
import type { Standing, Stop } from './poison.ts'
import type { AnyProjection } from './projection.ts'
import type { Skips } from './skips.ts'
import type { Bundle, FencingCheck } from './sql.ts'

export type Checkpoint = {
  projection: string
  version: number
  tables: string[]
  position: Position | null
  stopped_at_position: Position | null
  stopped_reason: string | null
}

/**
 * A projection is not where this process expected it (it was rebuilt, or Postgres lost its last transactions), so the
 * positions must be read again.
 */
export class StaleCheckpoint extends Error {
  override readonly name = 'StaleCheckpoint'
  constructor() {
    super('Another process has moved the checkpoints.')
  }
}

/** Notified when checkpoints have moved. */
export const movedChannel = 'projections_moved'
/** Notified by processes that wait for events to be projected. */
export const wantedChannel = 'projections_wanted'

export async function readCheckpoints(client: pg.Pool | pg.ClientBase): Promise<Map<string, Checkpoint>> {
  const { rows } = await client.query<Checkpoint>({ name: 'checkpoints', text: 'SELECT * FROM app.checkpoints' })
  return new Map(rows.map((row) => [row.projection, row]))
}

/** Where the projection stands that is the furthest behind: this database has seen every event up to there. */
export async function earliestCheckpoint(client: pg.Pool | pg.ClientBase, log: EventLog): Promise<Position | null> {
  let earliest: Position | null = null
  for (const { position } of (await readCheckpoints(client)).values()) {
    if (position === null) return null
    if (earliest === null || log.compare(position, earliest) < 0) earliest = position
  }
  return earliest
}

/** True when every projection that is not stopped has handled the event at this position. */
export function haveAllPassed(log: EventLog, standings: readonly Standing[], position: Position): boolean {
  let passed: Position | null = null // most projections are at the same position
  return standings.every(({ stopped, position: reached }) => {
    if (stopped || (reached !== null && reached === passed)) return true
    if (reached === null || log.compare(reached, position) < 0) return false
    passed = reached
    return true
  })
}

const checkpointsTable = 'app.checkpoints'
const staleCheckpoint = 'CP001' // raised by app.require_moved

/**
 * Moves projections that are at the same position, and checks that in the last statement of the bundle: see `isStale`.
 * The same statement tells the other processes: its commit waits for no disk, so it keeps no other NOTIFY waiting.
 */
export async function moveCheckpoints(
  bundle: Bundle,
  group: readonly Standing[],
  to: Position,
  fencingCheck: FencingCheck,
) {
  await bundle.add(
    checkpointsTable,
    `UPDATE app.checkpoints AS checkpoint SET position = $4, updated_at = now()
     FROM unnest($1::text[], $2::int[]) AS ours (name, version)
     WHERE checkpoint.projection = ours.name AND checkpoint.version = ours.version
       AND checkpoint.position IS NOT DISTINCT FROM $3`,
    [
      group.map(({ projection }) => projection.name),
      group.map(({ projection }) => projection.version),
      group[0]?.position ?? null,
      to,
    ],
  )
  return bundle.last(
    checkpointsTable,
    fencingCheck,
    (moved) => `app.require_moved(${moved}, ${group.length}), pg_notify('${movedChannel}', '')`,
  )
}

export const isStale = (error: unknown) => error instanceof pg.DatabaseError && error.code === staleCheckpoint

/** Marks a projection as stopped before an event; it keeps its position. Throws StaleCheckpoint. */
export async function stopCheckpoint(client: pg.ClientBase, { projection, position }: Standing, stop: Stop) {
  const { rowCount } = await client.query(
    `UPDATE app.checkpoints SET stopped_at_position = $4, stopped_reason = $5, updated_at = now()
     WHERE projection = $1 AND version = $2 AND position IS NOT DISTINCT FROM $3`,
    [projection.name, projection.version, position, stop.position, stop.reason],
  )
  if (rowCount !== 1) throw new StaleCheckpoint()
  await client.query(`NOTIFY ${movedChannel}`)
}

/** Lets stopped projections retry from where they stopped; `only`: the one with this name. */
export async function retryStopped(client: pg.ClientBase | pg.Pool, only: string | null = null): Promise<void> {
  await client.query(
    `UPDATE app.checkpoints SET stopped_at_position = NULL, stopped_reason = NULL
     WHERE stopped_reason IS NOT NULL AND ($1::text IS NULL OR projection = $1)`,
    [only],
  )
}

/** Records that tables of this version now serve, filled up to this position. */
export async function setCheckpoint(client: pg.ClientBase, projection: AnyProjection, position: Position | null) {
  await client.query(
    `INSERT INTO app.checkpoints (projection, version, tables, position) VALUES ($1, $2, $3, $4)
     ON CONFLICT (projection) DO UPDATE SET version = excluded.version, tables = excluded.tables,
       position = excluded.position, stopped_at_position = NULL, stopped_reason = NULL, updated_at = now()`,
    [projection.name, projection.version, Object.keys(projection.tables), position],
  )
}

/**
 * The positions according to the database, in the order of this process. A projection with tables of another version is
 * reported as stopped.
 */
export function standingsOf(
  projections: readonly AnyProjection[],
  checkpoints: ReadonlyMap<string, Checkpoint>,
  skips?: Skips,
): Standing[] {
  return projections.map((projection) => {
    const checkpoint = checkpoints.get(projection.name)
    const position = checkpoint?.position ?? null
    return { projection, skips: skips?.get(projection.name), position, stopped: stopOf(projection, checkpoint) }
  })
}

function stopOf({ name, version }: AnyProjection, checkpoint: Checkpoint | undefined): Stop | null {
  if (!checkpoint) return { position: null, reason: `Projection ${name} has no tables yet. Run npm run rebuild.` }
  const { version: stored, position, stopped_at_position, stopped_reason } = checkpoint
  if (stored !== version) {
    const reason = `The tables of projection ${name} have version ${stored} instead of ${version}. Run npm run rebuild.`
    return { position, reason }
  }
  return stopped_reason === null ? null : { position: stopped_at_position, reason: stopped_reason }
}

import pg from 'pg'
import type { EventLog, Position } from '../eventlog/event-log.ts'
import { projectorLease } from './batches.ts'
import { type Checkpoint, movedChannel, readCheckpoints, setCheckpoint, wantedChannel } from './checkpoints.ts'
import type { AnyProjection } from './projection.ts'
import { deriveRows, dropTables, liveSchema, rebuildSchema } from './schema.ts'
import { localSettings, qualified, quote } from './sql.ts'

const maxAttempts = 200 // each up to 300 ms
const lockTimeout = '55P03'

export const beginLoad = (client: pg.ClientBase) =>
  client.query(`BEGIN; ${localSettings({ synchronous_commit: 'off' })}`)
export const beginSwitch = (client: pg.ClientBase) =>
  client.query(`BEGIN; ${localSettings({ idle_in_transaction_session_timeout: '10s', lock_timeout: '2s' })}`)

/** Until this transaction ends, no projector of any process can commit. Returns the positions of the live tables. */
export async function fenceProjector(client: pg.ClientBase): Promise<Map<string, Checkpoint>> {
  await client.query(
    `INSERT INTO app.leases (name, holder, epoch, expires) VALUES ($1, '', 0, '-infinity') ON CONFLICT DO NOTHING`,
    [projectorLease],
  )
  await client.query('SELECT FROM app.leases WHERE name = $1 FOR UPDATE', [projectorLease])
  return readCheckpoints(client)
}

/** True when tables filled up to `position` show everything that these live tables have shown. */
export function showsAll(
  log: EventLog,
  live: ReadonlyMap<string, Checkpoint>,
  projections: readonly AnyProjection[],
  position: Position | null,
): boolean {
  return projections.every(({ name }) => {
    const shown = live.get(name)?.position ?? null
    return shown === null || (position !== null && log.compare(position, shown) >= 0)
  })
}

/** Replaces the live tables with the rebuilt ones, in the caller’s transaction. */
export async function switchTables(
  client: pg.ClientBase,
  live: ReadonlyMap<string, Checkpoint>,
  projections: readonly AnyProjection[],
  position: Position | null,
): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${quote(liveSchema)}`)
  // Readers queue behind our wait for a table: give up quickly, and before Postgres checks for a deadlock (1 s).
  await client.query(`SET LOCAL lock_timeout = '300ms'`)
  for (const projection of projections) {
    const tables = Object.entries(projection.tables)
    const names = tables.map(([name]) => name)
    await dropTables(client, liveSchema, new Set([...names, ...(live.get(projection.name)?.tables ?? [])]))
    for (const name of names) {
      await client.query(`ALTER TABLE ${qualified(rebuildSchema, name)} SET SCHEMA ${quote(liveSchema)}`)
    }
    // Their functions name the schema.
    for (const [name, table] of tables) await deriveRows(client, liveSchema, name, table)
    await setCheckpoint(client, projection, position)
    await client.query('DELETE FROM app.rebuild_checkpoints WHERE projection = $1', [projection.name])
  }
  await client.query(`NOTIFY ${movedChannel}; NOTIFY ${wantedChannel}`)
}

/** True when the switch is to be retried because a query held the live tables. Throws when it does not end. */
export function isBlocked(error: unknown, attempt: number): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== lockTimeout) return false
  if (attempt < maxAttempts) return true
  throw new Error('A long-running query is blocking the live tables. Cancel it and run npm run rebuild again.', {
    cause: error,
  })
}

import type pg from 'pg'
import { transactionOn } from '../database/transaction.ts'
import type { Position } from '../eventlog/event-log.ts'
import type { Standing } from './poison.ts'
import type { AnyProjection } from './projection.ts'
import { createTables, dropTables, existingTables, rebuildSchema } from './schema.ts'

type Stored = { projection: string; version: number; position: Position | null }

/**
 * Where to continue: where an interrupted rebuild of exactly these versions stopped, otherwise at the start with new
 * tables.
 */
export async function startOrResume(
  client: pg.ClientBase,
  projections: readonly AnyProjection[],
  fresh: boolean,
): Promise<Position | null> {
  const { rows } = await client.query<Stored>('SELECT projection, version, position FROM app.rebuild_checkpoints')
  const existing = await existingTables(client, rebuildSchema)
  const position = rows.find(({ projection }) => projection === projections[0]?.name)?.position ?? null
  const canResume = projections.every(
    ({ name, version, tables }) =>
      rows.some((row) => row.projection === name && row.version === version && row.position === position) &&
      Object.keys(tables).every((table) => existing.has(table)),
  )
  if (canResume && !fresh) return position

  await transactionOn(client, async () => {
    for (const { name, version, tables } of projections) {
      await dropTables(client, rebuildSchema, Object.keys(tables))
      await createTables(client, rebuildSchema, tables)
      await client.query(
        `INSERT INTO app.rebuild_checkpoints (projection, version) VALUES ($1, $2)
         ON CONFLICT (projection) DO UPDATE SET version = excluded.version, position = NULL`,
        [name, version],
      )
    }
  })
  return null
}

/** Advances the rebuild, in the transaction that wrote the rows. */
export async function moveRebuild(client: pg.ClientBase, group: readonly Standing[], to: Position): Promise<void> {
  await client.query({
    name: 'rebuild-move',
    text: 'UPDATE app.rebuild_checkpoints SET position = $2 WHERE projection = ANY ($1::text[])',
    values: [group.map(({ projection }) => projection.name), to],
  })
}

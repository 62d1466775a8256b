import type pg from 'pg'
import { createBatcher } from '../kernel/concurrency/batcher.ts'
import { type Lease, LeaseLost } from '../kernel/database/lease.ts'
import type { EventLog, Position } from '../kernel/eventlog/event-log.ts'

export type ReactorCheckpoint = {
  name: string
  position: Position | null
  /** The event it is stuck at, and why. */
  failing: { position: Position; reason: string } | null
}

type Row = {
  reactor: string
  position: string | null
  failing_at_position: string | null
  failing_reason: string | null
}

/** The position of each reactor, in app.reactor_checkpoints; only the lease holder moves them. */
export function createReactorCheckpoints({ log, pool, lease }: { log: EventLog; pool: pg.Pool; lease: Lease }) {
  /** While events arrive, all reactors move about once a second at one moment; as one statement each, they delay commands. */
  const moveAll = createBatcher<{ name: string; position: Position }, true>(async (moves) => {
    await lease.unit(async (_client, _begin, fencingCheck) => {
      const values: unknown[] = [moves.map(({ name }) => name), moves.map(({ position }) => position)]
      return {
        name: 'reactor-checkpoints',
        text: `WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
          moved AS (
            UPDATE app.reactor_checkpoints AS known SET position = moved.position, failing_at_position = NULL,
              failing_reason = NULL, updated_at = now()
            FROM relaxed, unnest($1::text[], $2::text[]) AS moved (name, position) WHERE known.reactor = moved.name
          )
          SELECT ${fencingCheck(values)}`,
        values,
      }
    })
    return moves.map(() => true)
  })

  return {
    /** Where the reactor continues; created on its first run. */
    async open({ name, from }: { name: string; from: 'start' | 'now' }): Promise<{ position: Position | null }> {
      const find = () =>
        pool.query<{ position: Position | null }>('SELECT position FROM app.reactor_checkpoints WHERE reactor = $1', [
          name,
        ])
      const [known] = (await find()).rows
      if (known) return known
      const position = from === 'now' ? await log.head() : null
      await lease.transaction((client) =>
        client.query(
          'INSERT INTO app.reactor_checkpoints (reactor, position) VALUES ($1, $2) ON CONFLICT (reactor) DO NOTHING',
          [name, position],
        ),
      )
      return { position }
    },

    /**
     * Everything up to this position is done. Does not wait for the disk: after a crash of PostgreSQL the lost part is
     * repeated. Throws LeaseLost.
     */
    async move({ name }: { name: string }, position: Position): Promise<void> {
      await moveAll({ name, position })
    },

    /** Visible to every process. Ignores an unavailable database, which is reported elsewhere. Throws LeaseLost. */
    fail: ({ name }: { name: string }, position: Position, reason: string) =>
      lease
        .transaction(async (client) => {
          await client.query(
            `UPDATE app.reactor_checkpoints SET failing_at_position = $2, failing_reason = $3, updated_at = now()
             WHERE reactor = $1`,
            [name, position, reason],
          )
        })
        .catch((error) => {
          if (error instanceof LeaseLost) throw error
        }),

    async read(names: readonly string[]): Promise<ReactorCheckpoint[]> {
      const { rows } = await pool.query<Row>('SELECT * FROM app.reactor_checkpoints')
      return names.map((name) => {
        const row = rows.find(({ reactor }) => reactor === name)
        const failing =
          row?.failing_at_position == null
            ? null
            : { position: row.failing_at_position, reason: row.failing_reason ?? 'unknown' }
        return { name, position: row?.position ?? null, failing }
      })
    },
  }
}

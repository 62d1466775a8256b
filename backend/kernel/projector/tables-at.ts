import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { connectionWith } from '../database/connect.ts'
import { transactionOn, withClient } from '../database/transaction.ts'
import type { EventLog, Position } from '../eventlog/event-log.ts'
import type { Decode } from './batches.ts'
import { createBoundedReader } from './bounded-reader.ts'
import { stepsOf, tablesOf } from './changes.ts'
import type { AnyProjection } from './projection.ts'
import { beginLoad } from './rebuild-switch.ts'
import { createIndexes, createTables, keepDerivedRows } from './schema.ts'
import { noSkips, type ReadSkips } from './skips.ts'
import { qualified, quote } from './sql.ts'
import { createRowWriter } from './write-rows.ts'

/**
 * Calls `work` with a schema that holds the tables of this projection as they were at `position` (null: empty), built
 * from the log alone, and drops it afterwards. Memory stays flat. For people erased since, it has the redacted values.
 * Throws what a projection throws.
 */
export function withTablesAt<Result>(
  {
    log,
    decode,
    pool,
    projection,
    readSkips = noSkips,
  }: { log: EventLog; decode: Decode; pool: pg.Pool; projection: AnyProjection; readSkips?: ReadSkips },
  position: Position | null,
  work: (client: pg.ClientBase, schema: string) => Promise<Result>,
): Promise<Result> {
  const schema = `read_at_${randomUUID().replaceAll('-', '')}`
  const tables = tablesOf([projection])
  // Beside the pool, which is asked for the log.
  const own = connectionWith(pool, {})
  return withClient(own, async (client) => {
    try {
      await createTables(client, schema, tables)
      await load(client)
      for (const [name, table] of Object.entries(tables)) {
        await createIndexes(client, schema, name, table)
        await client.query(`ANALYZE ${qualified(schema, name)}`)
      }
      await transactionOn(client, () => keepDerivedRows(client, schema, projection))
      return await work(client, schema)
    } finally {
      await client.query(`DROP SCHEMA IF EXISTS ${quote(schema)} CASCADE`)
    }
  }).finally(() => own.end())

  async function load(client: pg.ClientBase): Promise<void> {
    if (position === null) return
    const indexed = new Set<string>()
    const writeRows = createRowWriter(schema, tables, async (on, name) => {
      const table = tables[name]
      if (table && !indexed.has(name)) await createIndexes(on, schema, name, table)
      indexed.add(name)
    })
    const skips = (await readSkips()).get(projection.name)
    const nextAfter = createBoundedReader(log.readAll)
    let after: Position | null = null
    while (after === null || log.compare(after, position) < 0) {
      const recorded = await nextAfter(after)
      const due = recorded.filter((event) => log.compare(event.position, position) <= 0)
      const last = due.at(-1)
      if (!last) return
      const steps = stepsOf(tables, [{ projection, skips }], await decode(due))
      await transactionOn(client, () => writeRows(client, steps), beginLoad)
      after = last.position
    }
  }
}

import type { Knex } from 'knex'
import pg from 'pg'
import { errorNames } from '../../../records/http/error-names.ts'
import { type PastNames, pastKnex } from '../database/past-sql.ts'
import { withClient } from '../database/transaction.ts'
import type { Position } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { stepsOf, tablesOf } from './changes.ts'
import { coalesce } from './coalesce.ts'
import { erasedBy, erasuresOf, peopleOf } from './later-erasures.ts'
import { type FoldTools, maxApplied, projectingOf, UnknownPosition } from './past-fold.ts'
import type { PastView } from './past-views.ts'
import type { ReadSkips } from './skips.ts'
import { localSettings } from './sql.ts'
import { createRowWriter } from './write-rows.ts'

/** The tables were dropped, or are not built yet. */
export class PastNotReady extends Error {
  override readonly name = errorNames.pastNotReady
}

const longest = '15s' // of one query
const gone = ['42P01', '3F000'] // no such table, no such schema

/** Another program may have written what is no time, and it becomes part of a statement. */
export function momentOf({ metadata }: Recorded): Date {
  const time = Date.parse(metadata.at)
  return new Date(Number.isNaN(time) ? 0 : time)
}

/** The event that a reading shows, and its neighbors. */
export type Shown = { event: Recorded; previous: Position | null; next: Position | null }
export type PastDatabase = { knex: Knex; client: pg.ClientBase; now: Date }

/**
 * Reads a schema as of a position: applies the events after its base in a transaction that is always rolled back, so
 * that a reading can change nothing. Readings of one schema run one after another.
 */
export function createPastReading({
  log,
  decode,
  projections,
  readSkips,
  pool,
  names,
}: Pick<FoldTools, 'log' | 'decode' | 'projections'> & {
  readSkips: ReadSkips
  pool: pg.Pool
  names: Pick<PastNames, 'views' | 'functions'>
}) {
  const tables = tablesOf(projections)
  const tableNames = new Set(Object.keys(tables))

  /** The events after the base up to the position, and its place. Throws UnknownPosition. */
  async function place({ base, before }: PastView, position: Position): Promise<Shown & { applied: Recorded[] }> {
    const [atBase, recorded] = await Promise.all([
      position === base ? log.readAll(before, 1) : [],
      log.readAll(base, maxApplied + 1),
    ])
    const index = recorded.findIndex((event) => event.position === position)
    if (index < 0 && atBase.length === 0) throw new UnknownPosition(`There is no event at position ${position}.`)
    const applied = await decode(recorded.slice(0, index + 1))
    const event = applied.at(-1) ?? (await decode(atBase)).at(-1)
    if (!event) throw new UnknownPosition(`There is no event at position ${position}.`)
    const previous = index < 0 ? before : (recorded[index - 1]?.position ?? base)
    return { event, previous, next: recorded[index + 1]?.position ?? null, applied }
  }

  async function apply(client: pg.ClientBase, schema: string, position: Position, applied: Recorded[]): Promise<void> {
    const projecting = projectingOf({ projections, skips: await readSkips() })
    await client.query(localSettings({}))
    const writeRows = createRowWriter(schema, tables)
    const steps = stepsOf(tables, projecting, applied)
    if (applied.length > 0) await writeRows(client, steps)
    // These events may bring back what an erasure had taken away.
    const people = applied.length > 0 ? await peopleOf(client, schema, tables, { events: applied, steps }) : null
    const erasures = await erasuresOf(client, schema, people)
    const later = erasures.filter((event) => log.compare(event.position, position) > 0)
    if (later.length > 0) await writeRows(client, coalesce(tables, erasedBy(projecting, later)))
    const settings = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'plan_cache_mode']
    await client.query(settings.map((setting) => `RESET ${setting}`).join('; '))
  }

  return {
    shown: async (view: PastView, position: Position): Promise<Shown> => place(view, position),

    /** Throws PastNotReady when the schema is gone, and NoPast for a query about the present. */
    async read<Result>(
      view: PastView,
      position: Position,
      work: (database: PastDatabase) => Promise<Result>,
    ): Promise<Result> {
      const { schema } = view
      const { event, applied } = await place(view, position)
      const now = momentOf(event)
      const at = now.toISOString()
      return withClient(pool, async (client) => {
        await client.query('BEGIN')
        const past = pastKnex(client, { ...names, schema, tables: tableNames, at })
        try {
          await client.query(`SET LOCAL statement_timeout = '${longest}'`)
          await client.query(
            `SELECT pg_advisory_xact_lock(hashtextextended($1, 0)), set_config('console.past_at', $2, true)`,
            [schema, at],
          )
          await apply(client, schema, position, applied)
          return await work({ knex: past.knex, client, now })
        } catch (error) {
          if (error instanceof pg.DatabaseError && gone.includes(error.code ?? ''))
            throw new PastNotReady('The tables of this moment are gone.', { cause: error })
          throw error
        } finally {
          past.end()
          await client.query('ROLLBACK')
        }
      })
    },
  }
}

import { columnOf } from '../../../records/columns.ts'
import type { Fact } from '../eventlog/decider.ts'
import type { Recorded } from '../eventlog/metadata.ts'

export type Value =
  | string
  | number
  | boolean
  | null
  | string[]
  | { [key: string]: unknown }
  | { [key: string]: unknown }[]
export type Row = { [column: string]: Value }

/**
 * Changes that one event makes to the read tables. Table and column names are ours: snake_case, unqualified.
 * `update` and `remove` address one row by its primary key; they do nothing if it does not exist.
 * The `…Where` variants affect every row with these values (an erasure: all rows of a subject).
 */
export type RowChange =
  | { kind: 'insert'; table: string; row: Row }
  | { kind: 'update'; table: string; key: Row; set: Row }
  | { kind: 'increment'; table: string; key: Row; by: { [column: string]: number } }
  | { kind: 'remove'; table: string; key: Row }
  | { kind: 'updateWhere'; table: string; where: Row; set: Row }
  | { kind: 'removeWhere'; table: string; where: Row }

export const insert = (table: string, row: Row): RowChange => ({ kind: 'insert', table, row })
export const update = (table: string, key: Row, set: Row): RowChange => ({ kind: 'update', table, key, set })
/** Adds to counters; a missing row is created from the key and zeros. */
export const increment = (table: string, key: Row, by: { [column: string]: number }): RowChange => ({
  kind: 'increment',
  table,
  key,
  by,
})
export const remove = (table: string, key: Row): RowChange => ({ kind: 'remove', table, key })
export const updateWhere = (table: string, where: Row, set: Row): RowChange => ({
  kind: 'updateWhere',
  table,
  where,
  set,
})
export const removeWhere = (table: string, where: Row): RowChange => ({ kind: 'removeWhere', table, where })

/** Event fields as columns: `firstName` -> `first_name`. */
export function columnsOf(fields: { [field: string]: Value }): Row {
  const row: Row = {}
  for (const [field, value] of Object.entries(fields)) row[columnOf(field)] = value
  return row
}

/** Columns as `name: SQL type and constraints`; the projector creates the table in the schema it builds. */
export type Table = {
  columns: { [column: string]: string }
  primaryKey: string[]
  /** Columns that hold names or texts of people; an erasure must leave no samples of them (decisions/0002). */
  personal?: readonly string[]
  /** `name: definition`, where the definition follows `CREATE INDEX … ON table`, such as '(created_at DESC)'. */
  indexes?: { [name: string]: string }
  /** Another table of the same projection (`countsBy`) that PostgreSQL keeps up to date. */
  countedIn?: string
  /**
   * SQL statements by which PostgreSQL keeps other tables of the same projection up to date, after each statement that
   * changed rows of this one: `%1$I` is the schema, and `changed` are the old rows with sign -1 and the new ones with sign 1.
   */
  derives?: readonly string[]
}

/** The table for `countedIn`: how many rows have the same values in these columns. */
export const countsBy = (columns: Table['columns']): Table => ({
  columns: { ...columns, row_count: 'bigint NOT NULL' },
  primaryKey: Object.keys(columns),
})

/**
 * Pure: the same event always yields the same changes. Increase `version` whenever a handler changes; the tables are then
 * rebuilt beside the old ones, as they are when a table changes (`withDerivedVersion`).
 */
export type Projection<Event extends Fact = Fact> = {
  name: string
  version: number
  tables: { [table: string]: Table }
  /** SQL statements that fill the derived tables at once after a rebuild (`%1$I`: the schema). */
  fills?: readonly string[]
  on: { [E in Event as E['type']]?: (event: Recorded<E>) => RowChange[] }
  /** For projections over all events (actions, history). Called for every event, before `on`. */
  onEvery?: (event: Recorded<Event>) => RowChange[]
}

/**
 * A projection of any events, as the projector runs it; `project` is a method because each handler accepts only its own
 * events.
 */
export type AnyProjection = {
  name: string
  version: number
  tables: { [table: string]: Table }
  fills?: readonly string[]
  on: { [type: string]: Handler['project'] | undefined }
  onEvery?: Handler['project']
}
type Handler = { project(event: Recorded): RowChange[] }

import { ImpossibleChange, type NetChange } from './coalesce.ts'
import type { Row, Table } from './projection.ts'
import { columnList, quote } from './sql.ts'

export type Of<Kind extends NetChange['kind']> = Extract<NetChange, { kind: Kind }>

/** Whose missing row is made of just what an existing one is given, so that one statement does for both. */
export type Upsert = Of<'change'> & { made: Row }

/** One statement with many rows of one kind of change, all with the same columns; `target` is the qualified table. */
export type Statement = { text: string; values: string[] }

/** The rows of the statement's only parameter, typed like the table. */
const rowsOf = (target: string) => `json_populate_recordset(NULL::${target}, $1::json) AS v`
const sameKey = ({ primaryKey }: Table) =>
  primaryKey.map((column) => `t.${quote(column)} = v.${quote(column)}`).join(' AND ')

function insertOf(target: string, rows: readonly Row[], onConflict: string): Statement {
  const list = columnList(Object.keys(rows[0] ?? {}))
  return {
    text: `INSERT INTO ${target} AS t (${list}) SELECT ${list} FROM ${rowsOf(target)} ON CONFLICT ${onConflict}`,
    values: [JSON.stringify(rows)],
  }
}

const updateOrNothing = ({ primaryKey }: Table, assignments: string) =>
  `(${columnList(primaryKey)}) DO ${assignments ? `UPDATE SET ${assignments}` : 'NOTHING'}`

/** `source`: the alias of the row with the new values. */
const assignmentsOf = ({ set, add }: Pick<Of<'change'>, 'set' | 'add'>, source: 'v' | 'excluded') =>
  [
    ...Object.keys(set).map((column) => `${quote(column)} = ${source}.${quote(column)}`),
    ...Object.keys(add).map(
      (column) => `${quote(column)} = coalesce(t.${quote(column)}, 0) + ${source}.${quote(column)}`,
    ),
  ].join(', ')

export const removeOf = (target: string, table: Table, removes: readonly Of<'remove'>[]): Statement => ({
  text: `DELETE FROM ${target} AS t USING ${rowsOf(target)} WHERE ${sameKey(table)}`,
  values: [JSON.stringify(removes.map(({ key }) => key))],
})

/** Null when these changes set nothing. */
export function updateOf(target: string, table: Table, updates: readonly Of<'change'>[]): Statement | null {
  const assignments = assignmentsOf(updates[0] ?? { set: {}, add: {} }, 'v')
  if (assignments === '') return null
  return {
    text: `UPDATE ${target} AS t SET ${assignments} FROM ${rowsOf(target)} WHERE ${sameKey(table)}`,
    values: [JSON.stringify(updates.map(({ key, set, add }) => ({ ...set, ...add, ...key })))],
  }
}

export function upsertOf(target: string, table: Table, upserts: readonly Upsert[]): Statement {
  const assignments = assignmentsOf(upserts[0] ?? { set: {}, add: {} }, 'excluded')
  const rows = upserts.map(({ made }) => made)
  return insertOf(target, rows, updateOrNothing(table, assignments))
}

/** Follows the updates, and creates the rows that they did not find. */
export const insertMissingOf = (target: string, rows: readonly Row[]): Statement => insertOf(target, rows, 'DO NOTHING')

export function putOf(target: string, table: Table, rows: readonly Row[]): Statement {
  // All other columns, including those the row does not name: `excluded` has their defaults, so nothing of the old
  // row remains.
  const rest = Object.keys(table.columns).filter(
    (column) => !table.primaryKey.includes(column) && !/\bGENERATED ALWAYS\b/i.test(table.columns[column] ?? ''),
  )
  const replace = rest.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ')
  return insertOf(target, rows, updateOrNothing(table, replace))
}

export function updateWhereOf(target: string, set: Row, where: Row): Statement {
  const { text, values } = condition(target, where, 2)
  const assignments = assignmentsOf({ set, add: {} }, 'v')
  return {
    text: `UPDATE ${target} AS t SET ${assignments} FROM json_populate_record(NULL::${target}, $1::json) AS v WHERE ${text}`,
    values: [JSON.stringify(set), ...values],
  }
}

export function removeWhereOf(target: string, where: Row): Statement {
  const { text, values } = condition(target, where, 1)
  return { text: `DELETE FROM ${target} AS t WHERE ${text}`, values }
}

/**
 * `=` for values and IS NULL for null, so that an index can be used; values are cast through the row type of the table.
 */
function condition(target: string, where: Row, parameter: number): { text: string; values: string[] } {
  const columns = Object.keys(where)
  if (columns.length === 0) throw new ImpossibleChange('A change of many rows needs a condition.')
  const given = columns.filter((column) => where[column] !== null)
  const text = columns
    .map((column) =>
      where[column] === null
        ? `t.${quote(column)} IS NULL`
        : `t.${quote(column)} = (SELECT w.${quote(column)} FROM json_populate_record(NULL::${target}, $${parameter}::json) AS w)`,
    )
    .join(' AND ')
  return { text, values: given.length > 0 ? [JSON.stringify(where)] : [] }
}

import type { Row, RowChange, Table, Value } from './projection.ts'

type Amounts = { [column: string]: number }

/**
 * The net effect of several changes on one row, whatever its previous state.
 * `change`: an existing row gets `set` and `add`; a missing one is created as `made` (null: it is not created).
 */
export type NetChange =
  | { kind: 'put'; row: Row }
  | { kind: 'remove'; key: Row }
  | { kind: 'change'; key: Row; made: Row | null; set: Row; add: Amounts }

/** A change that does not fit its table: a bug in the projection. */
export class ImpossibleChange extends Error {
  override readonly name = 'ImpossibleChange'
}

/** In order: one net change per row, separated by changes that affect many rows. */
export type Step =
  | { kind: 'rows'; changes: Map<string, NetChange> }
  | { kind: 'updateWhere'; where: Row; set: Row }
  | { kind: 'removeWhere'; where: Row }

export type Steps = Map<string, Step[]>

/**
 * Coalesces changes per table and primary key; writing the steps gives the same tables as writing the changes one by
 * one. A change that affects many rows is a barrier within its table. Pure. Throws ImpossibleChange.
 */
export function coalesce(tables: { [table: string]: Table }, changes: Iterable<RowChange>): Steps {
  const steps: Steps = new Map()
  for (const change of changes) {
    const table = tables[change.table]
    if (!table) throw new ImpossibleChange(`There is no table ${change.table} in this projection.`)
    const own = steps.get(change.table) ?? []
    steps.set(change.table, own)
    if (change.kind === 'updateWhere') own.push({ kind: 'updateWhere', where: change.where, set: change.set })
    else if (change.kind === 'removeWhere') own.push({ kind: 'removeWhere', where: change.where })
    else {
      const rows = openRows(own)
      const key = keyOf(change.table, table, change.kind === 'insert' ? change.row : change.key)
      rows.set(key, combine(rows.get(key), change))
    }
  }
  return steps
}

/** The net changes since the last barrier. */
function openRows(steps: Step[]): Map<string, NetChange> {
  const last = steps.at(-1)
  if (last?.kind === 'rows') return last.changes
  const changes = new Map<string, NetChange>()
  steps.push({ kind: 'rows', changes })
  return changes
}

type RowwiseChange = Exclude<RowChange, { kind: 'updateWhere' | 'removeWhere' }>

/** The net change of `before` followed by `change`, both on the same row. */
function combine(before: NetChange | undefined, change: RowwiseChange): NetChange {
  switch (change.kind) {
    case 'insert':
      return { kind: 'put', row: change.row }
    case 'remove':
      return { kind: 'remove', key: change.key }
    case 'update':
      return combineUpdate(before, change.key, change.set)
    case 'increment':
      return combineIncrement(before, change.key, change.by)
  }
}

function combineUpdate(before: NetChange | undefined, key: Row, set: Row): NetChange {
  if (!before) return { kind: 'change', key, made: null, set, add: {} }
  switch (before.kind) {
    case 'put':
      return { kind: 'put', row: { ...before.row, ...set } }
    case 'remove':
      return before
    case 'change': {
      const add = Object.fromEntries(Object.entries(before.add).filter(([column]) => !(column in set)))
      const made = before.made && { ...before.made, ...set }
      return { kind: 'change', key, made, set: { ...before.set, ...set }, add }
    }
  }
}

function combineIncrement(before: NetChange | undefined, key: Row, by: Amounts): NetChange {
  if (!before) return { kind: 'change', key, made: { ...key, ...by }, set: {}, add: by }
  switch (before.kind) {
    case 'put':
      return { kind: 'put', row: plus(before.row, by) }
    case 'remove':
      return { kind: 'put', row: { ...key, ...by } }
    case 'change': {
      const set = { ...before.set }
      const add = { ...before.add }
      for (const [column, amount] of Object.entries(by)) {
        if (column in set) set[column] = sum(column, set[column], amount)
        else add[column] = (add[column] ?? 0) + amount
      }
      return { kind: 'change', key, made: plus(before.made ?? key, by), set, add }
    }
  }
}

function plus(row: Row, by: Amounts): Row {
  const result = { ...row }
  for (const [column, amount] of Object.entries(by)) result[column] = sum(column, result[column], amount)
  return result
}

/** A counter that was never written, or is null, starts at 0; so its column default must be 0 or absent. */
function sum(column: string, before: Value | undefined, amount: number): number {
  if (before !== undefined && before !== null && typeof before !== 'number') {
    throw new ImpossibleChange(`Column ${column} does not contain a number to add to.`)
  }
  return (before ?? 0) + amount
}

/** A text key that identifies a row. A value must always be written the same way (one format for a date or UUID). */
function keyOf(name: string, { primaryKey }: Table, row: Row): string {
  const parts = primaryKey.map((column) => {
    const value = row[column]
    if (value === undefined || value === null)
      throw new ImpossibleChange(`A change of ${name} is missing its key column ${column}.`)
    return String(value)
  })
  return parts.length === 1 ? String(parts[0]) : JSON.stringify(parts)
}

import type pg from 'pg'
import { ImpossibleChange, type NetChange, type Step, type Steps } from './coalesce.ts'
import { copyRows } from './copy.ts'
import type { Row, Table } from './projection.ts'
import { type Bundle, columnList, createBundle, qualified, quote } from './sql.ts'

type Of<Kind extends NetChange['kind']> = Extract<NetChange, { kind: Kind }>

/** Whose missing row is made of just what an existing one is given, so that one statement does for both. */
type Upsert = Of<'change'> & { made: Row }

type Target = { client: pg.ClientBase; bundle: Bundle; few: number }

/**
 * Rows below which a prepared statement is faster than COPY and its savepoint. `sharing`: in a transaction that would
 * otherwise be one statement for all tables.
 */
const fewForCopy = { sharing: 250, alone: 50 }

/**
 * Writes coalesced changes into the tables of one schema, one statement with many rows per kind of change. Runs in the
 * caller’s transaction with `keyLookups` set; a caller that passes a bundle flushes it. `beforeWhere` is called for
 * each table that is about to be changed by columns other than its key.
 */
export function createRowWriter(
  schema: string,
  tables: { [table: string]: Table },
  beforeWhere: (client: pg.ClientBase, table: string) => Promise<void> = async () => {},
): (client: pg.ClientBase, steps: Steps, bundle?: Bundle) => Promise<void> {
  const replaced = new Set<string>()

  async function writeStep(to: Target, name: string, table: Table, step: Step): Promise<void> {
    const target = qualified(schema, name)
    switch (step.kind) {
      case 'rows':
        return writeRows(to, name, table, step.changes.values())
      case 'updateWhere': {
        await beforeWhere(to.client, name)
        const { text, values } = condition(target, step.where, 2)
        const columns = Object.keys(step.set)
        await to.bundle.add(
          name,
          `UPDATE ${target} AS t SET ${columns.map((column) => `${quote(column)} = v.${quote(column)}`).join(', ')}
           FROM json_populate_record(NULL::${target}, $1::json) AS v WHERE ${text}`,
          [JSON.stringify(step.set), ...values],
        )
        return
      }
      case 'removeWhere': {
        await beforeWhere(to.client, name)
        const { text, values } = condition(target, step.where, 1)
        await to.bundle.add(name, `DELETE FROM ${target} AS t WHERE ${text}`, values)
        return
      }
    }
  }

  async function writeRows(to: Target, name: string, table: Table, changes: Iterable<NetChange>) {
    const puts: Of<'put'>[] = []
    const removes: Of<'remove'>[] = []
    const upserts: Upsert[] = []
    const updates: Of<'change'>[] = []
    for (const change of changes) {
      if (change.kind === 'put') puts.push(change)
      else if (change.kind === 'remove') removes.push(change)
      else if (isUpsert(change)) upserts.push(change)
      else updates.push(change)
    }
    // Removals come first, because their unique values may be used again.
    if (removes.length > 0) await writeRemoves(to, name, table, removes)
    for (const alike of grouped(upserts, ({ made, ...change }) => `${signature(made)}|${given(change)}`))
      await writeUpserts(to, name, table, alike)
    for (const alike of grouped(updates, given)) await writeUpdates(to, name, table, alike)
    const made = updates.map((change) => change.made).filter((row) => row !== null)
    for (const alike of grouped(made, signature)) await insertMissing(to, name, alike)
    for (const alike of grouped(puts, ({ row }) => signature(row))) await writePuts(to, name, table, alike)
  }

  async function writeRemoves(to: Target, name: string, table: Table, removes: Of<'remove'>[]) {
    const target = qualified(schema, name)
    await to.bundle.add(name, `DELETE FROM ${target} AS t USING ${rowsOf(target)} WHERE ${sameKey(table)}`, [
      JSON.stringify(removes.map(({ key }) => key)),
    ])
  }

  async function writeUpdates(to: Target, name: string, table: Table, updates: Of<'change'>[]) {
    const target = qualified(schema, name)
    const [first] = updates
    const columns = [
      ...Object.keys(first?.set ?? {}).map((column) => `${quote(column)} = v.${quote(column)}`),
      ...Object.keys(first?.add ?? {}).map(
        (column) => `${quote(column)} = coalesce(t.${quote(column)}, 0) + v.${quote(column)}`,
      ),
    ]
    if (columns.length === 0) return
    await to.bundle.add(
      name,
      `UPDATE ${target} AS t SET ${columns.join(', ')} FROM ${rowsOf(target)} WHERE ${sameKey(table)}`,
      [JSON.stringify(updates.map(({ key, set, add }) => ({ ...set, ...add, ...key })))],
    )
  }

  async function writeUpserts(to: Target, name: string, table: Table, upserts: Upsert[]) {
    const [first] = upserts
    const columns = [
      ...Object.keys(first?.set ?? {}).map((column) => `${quote(column)} = excluded.${quote(column)}`),
      ...Object.keys(first?.add ?? {}).map(
        (column) => `${quote(column)} = coalesce(t.${quote(column)}, 0) + excluded.${quote(column)}`,
      ),
    ]
    const target = qualified(schema, name)
    const list = columnList(Object.keys(first?.made ?? {}))
    await to.bundle.add(
      name,
      `INSERT INTO ${target} AS t (${list}) SELECT ${list} FROM ${rowsOf(target)}
       ON CONFLICT (${columnList(table.primaryKey)}) DO ${columns.length > 0 ? `UPDATE SET ${columns.join(', ')}` : 'NOTHING'}`,
      [JSON.stringify(upserts.map(({ made }) => made))],
    )
  }

  /** Runs after the updates and creates the rows that they did not find. */
  async function insertMissing(to: Target, name: string, rows: Row[]) {
    const target = qualified(schema, name)
    const list = columnList(Object.keys(rows[0] ?? {}))
    await to.bundle.add(
      name,
      `INSERT INTO ${target} (${list}) SELECT ${list} FROM ${rowsOf(target)} ON CONFLICT DO NOTHING`,
      [JSON.stringify(rows)],
    )
  }

  async function writePuts(to: Target, name: string, table: Table, puts: Of<'put'>[]) {
    const rows = puts.map(({ row }) => row)
    if (rows.length >= to.few && !replaced.has(name) && (await tryCopy(to, name, table, rows))) return
    const target = qualified(schema, name)
    const list = columnList(Object.keys(rows[0] ?? {}))
    const rest = Object.keys(table.columns).filter(
      (column) => !table.primaryKey.includes(column) && !/\bGENERATED ALWAYS\b/i.test(table.columns[column] ?? ''),
    )
    // All other columns, including those the row does not name: `excluded` has their defaults, so nothing of the old
    // row remains.
    const replace = rest.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ')
    await to.bundle.add(
      name,
      `INSERT INTO ${target} (${list}) SELECT ${list} FROM ${rowsOf(target)}
       ON CONFLICT (${columnList(table.primaryKey)}) DO ${replace ? `UPDATE SET ${replace}` : 'NOTHING'}`,
      [JSON.stringify(rows)],
    )
  }

  /** False when one of the rows already exists; COPY is then no longer tried for this table. */
  async function tryCopy(to: Target, name: string, table: Table, rows: Row[]): Promise<boolean> {
    const columns = Object.keys(rows[0] ?? {}).map((column) => ({ name: column, type: table.columns[column] ?? '' }))
    await to.bundle.flush()
    await to.bundle.begin()
    const isWritten = await copyRows(to.client, schema, name, columns, rows)
    if (!isWritten) replaced.add(name)
    return isWritten
  }

  return async (client, steps, bundle) => {
    const few = bundle ? fewForCopy.sharing : fewForCopy.alone
    const to = { client, bundle: bundle ?? createBundle(client), few }
    for (const [name, own] of steps) {
      const table = tables[name]
      if (!table) throw new Error(`This projection has no table ${name}.`)
      for (const step of own) await writeStep(to, name, table, step)
    }
    if (!bundle) await to.bundle.flush()
  }
}

/** The rows of the statement's only parameter, typed like the table. */
const rowsOf = (target: string) => `json_populate_recordset(NULL::${target}, $1::json) AS v`
const sameKey = ({ primaryKey }: Table) =>
  primaryKey.map((column) => `t.${quote(column)} = v.${quote(column)}`).join(' AND ')
const signature = (row: object) => Object.keys(row).join()
const given = ({ set, add }: Pick<Of<'change'>, 'set' | 'add'>) => `${signature(set)}|${signature(add)}`

function isUpsert(change: Of<'change'>): change is Upsert {
  const { made, set, add } = change
  return made !== null && Object.entries({ ...set, ...add }).every(([column, value]) => made[column] === value)
}

function grouped<Item>(items: readonly Item[], by: (item: Item) => string): Iterable<Item[]> {
  return Map.groupBy(items, by).values()
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

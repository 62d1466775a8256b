import type pg from 'pg'
import type { Row, RowChange, Table, Value } from '../backend/kernel/projector/projection.ts'

const quote = (column: string) => `"${column}"`
const json = (value: Value | undefined) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value

/** Work of a projector without coalescing: one prepared statement per change. */
export async function writeRowByRow(
  client: pg.ClientBase,
  schema: string,
  tables: { [table: string]: Table },
  change: RowChange,
): Promise<void> {
  const target = `${schema}.${quote(change.table)}`
  const keys = tables[change.table]?.primaryKey.map(quote).join() ?? ''
  const run = async (text: string, ...rows: Row[]) => {
    const values = rows.flatMap((row) => Object.values(row).map(json))
    await client.query({ name: `${change.kind}-${numberOf(text)}`, text, values })
  }
  const assign = (row: Row, from: number) =>
    Object.keys(row).map((column, index) => `${quote(column)} = $${from + index}`)
  switch (change.kind) {
    case 'insert': {
      const columns = Object.keys(change.row)
      const values = columns.map((_, index) => `$${index + 1}`)
      return run(`INSERT INTO ${target} (${columns.map(quote).join()}) VALUES (${values.join()})`, change.row)
    }
    case 'increment': {
      const columns = [...Object.keys(change.key), ...Object.keys(change.by)]
      const added = Object.keys(change.by).map(
        (column) => `${quote(column)} = t.${quote(column)} + excluded.${quote(column)}`,
      )
      return run(
        `INSERT INTO ${target} AS t (${columns.map(quote).join()}) VALUES (${columns.map((_, index) => `$${index + 1}`).join()})
         ON CONFLICT (${keys}) DO UPDATE SET ${added.join()}`,
        change.key,
        change.by,
      )
    }
    case 'remove':
      return run(`DELETE FROM ${target} WHERE ${assign(change.key, 1).join(' AND ')}`, change.key)
    case 'removeWhere':
      return run(`DELETE FROM ${target} WHERE ${assign(change.where, 1).join(' AND ')}`, change.where)
    case 'update':
    case 'updateWhere': {
      const where = change.kind === 'update' ? change.key : change.where
      const from = Object.keys(change.set).length + 1
      return run(
        `UPDATE ${target} SET ${assign(change.set, 1).join()} WHERE ${assign(where, from).join(' AND ')}`,
        change.set,
        where,
      )
    }
  }
}

const names = new Map<string, number>()
function numberOf(text: string): number {
  const known = names.get(text) ?? names.size
  names.set(text, known)
  return known
}

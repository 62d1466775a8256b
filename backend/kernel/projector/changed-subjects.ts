import type pg from 'pg'
import type { Steps } from './coalesce.ts'
import type { Table } from './projection.ts'
import { qualified, quote } from './sql.ts'

const columnsIn = (alias: string, columns: readonly string[]) =>
  columns.map((column) => `${alias}.${quote(column)}`).join(', ')

/** The people whose rows these steps have changed. */
export async function changedSubjects(
  client: pg.ClientBase,
  schema: string,
  tables: { [table: string]: Table },
  steps: Steps,
): Promise<Set<string>> {
  const subjects = new Set<string>()
  for (const [name, parts] of steps) {
    const table = tables[name]
    if (table?.columns.subject === undefined) continue
    const keys = parts.flatMap((step) =>
      step.kind === 'rows'
        ? [...step.changes.values()].map((change) => (change.kind === 'put' ? change.row : change.key))
        : [],
    )
    const found = await client.query<{ subject: string | null }>(
      `SELECT DISTINCT t.subject FROM ${qualified(schema, name)} AS t
       JOIN json_populate_recordset(NULL::${qualified(schema, name)}, $1::json) AS v
         ON (${columnsIn('t', table.primaryKey)}) = (${columnsIn('v', table.primaryKey)})`,
      [JSON.stringify(keys)],
    )
    for (const { subject } of found.rows) if (subject !== null) subjects.add(subject)
  }
  return subjects
}

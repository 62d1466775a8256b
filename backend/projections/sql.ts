import type pg from 'pg'
import type { Value } from './projection.ts'

export const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`
export const qualified = (schema: string, table: string) => `${quote(schema)}.${quote(table)}`
export const columnList = (columns: readonly string[]) => columns.map(quote).join(', ')

const names = new Map<string, string>()

/** Runs a statement that comes again and again: parsed once per connection, under a name made from its text. */
export function prepared(client: pg.ClientBase, text: string, values: Value[]): Promise<pg.QueryResult> {
  const name = names.get(text) ?? `projection-${names.size + 1}`
  names.set(text, name)
  return client.query({ name, text, values })
}

/** What writing by key needs: planned for the size the table has now, and by lookups in its primary key. */
export const keyLookups = {
  plan_cache_mode: 'force_custom_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

/** The statements that set these, and key lookups, for one transaction. */
export const localSettings = (settings: { [setting: string]: string }) =>
  Object.entries({ ...keyLookups, ...settings })
    .map(([setting, value]) => `SET LOCAL ${setting} = '${value}';`)
    .join(' ')

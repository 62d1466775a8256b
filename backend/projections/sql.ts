import type pg from 'pg'

export const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`
export const qualified = (schema: string, table: string) => `${quote(schema)}.${quote(table)}`
export const columnList = (columns: readonly string[]) => columns.map(quote).join(', ')

const names = new Map<string, string>()
const mostNames = 500 // statements: a combination that comes later is parsed each time

function prepared(client: pg.ClientBase, text: string, values: unknown[]): Promise<pg.QueryResult> {
  const name = names.get(text) ?? `projection-${names.size + 1}`
  if (!names.has(text) && names.size >= mostNames) return client.query(text, values)
  names.set(text, name)
  return client.query({ name, text, values })
}

/** Statements that share round trips. */
export type Bundle = {
  /** `text` changes this table only, and counts its parameters from $1. */
  add(table: string, text: string, values: readonly unknown[]): Promise<void>
  /** Sends what is left; answers how many rows the last statement changed. */
  flush(): Promise<number>
}

/**
 * Statements that change different tables go as one, all but the last in its WITH, where none sees the others' rows;
 * a second one for the same table waits until the first is done. Parsed once per connection, since they come again.
 */
export function createBundle(client: pg.ClientBase): Bundle {
  const parts = new Map<string, { text: string; values: readonly unknown[] }>()

  async function flush(): Promise<number> {
    const values: unknown[] = []
    const texts: string[] = []
    for (const part of parts.values()) {
      const shift = values.length
      texts.push(part.text.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + shift}`))
      values.push(...part.values)
    }
    parts.clear()
    const last = texts.pop()
    if (last === undefined) return 0
    const before = texts.map((text, index) => `part_${index + 1} AS (${text})`).join(', ')
    const { rowCount } = await prepared(client, before ? `WITH ${before} ${last}` : last, values)
    return rowCount ?? 0
  }

  return {
    async add(table, text, values) {
      if (parts.has(table)) await flush()
      parts.set(table, { text, values })
    },
    flush,
  }
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

import type pg from 'pg'

export const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`
export const qualified = (schema: string, table: string) => `${quote(schema)}.${quote(table)}`
export const columnList = (columns: readonly string[]) => columns.map(quote).join(', ')

const names = new Map<string, string>()
const maxNames = 500 // statements: a combination that comes later is parsed each time

function prepared(text: string, values: unknown[]): pg.QueryConfig {
  const name = names.get(text) ?? `projection-${names.size + 1}`
  if (!names.has(text) && names.size >= maxNames) return { text, values }
  names.set(text, name)
  return { name, text, values }
}

/** An SQL expression that fails unless something holds; it adds its parameters to the values. */
export type FencingCheck = (values: unknown[]) => string

/** Statements that share round trips. */
export type Bundle = {
  /** `text` changes this table only, and counts its parameters from $1. */
  add(table: string, text: string, values: readonly unknown[]): Promise<void>
  /** From here on the connection is in a transaction; to be called before it is used beside the bundle. */
  begin(): Promise<void>
  /** Sends what is left. */
  flush(): Promise<void>
  /** What is left, unsent, with two checks behind it; the second one is given how many rows of `table` were changed. */
  last(table: string, fencingCheck: FencingCheck, ofTable: (changed: string) => string): pg.QueryConfig
}

/**
 * Statements that change different tables go as one, each in its WITH, where none sees the others' rows; a second one
 * for the same table waits until the first is done. Parsed once per connection, since they come again. Whoever may get
 * by with one statement gives a `begin` that is called when there are several after all.
 */
export function createBundle(client: pg.ClientBase, begin: () => Promise<void> = async () => {}): Bundle {
  const parts = new Map<string, { text: string; values: readonly unknown[] }>()

  /** The statements as one WITH, none of which answers rows but that of `counted`. */
  function take(counted?: string): { parts: string[]; values: unknown[] } {
    const values: unknown[] = []
    const texts: string[] = []
    for (const [table, part] of parts) {
      const shift = values.length
      const text = part.text.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + shift}`)
      texts.push(`part_${texts.length + 1} AS (${text}${table === counted ? ' RETURNING true' : ''})`)
      values.push(...part.values)
    }
    parts.clear()
    return { parts: texts, values }
  }

  async function flush(): Promise<void> {
    if (parts.size === 0) return
    await begin()
    const taken = take()
    await client.query(prepared(`WITH ${taken.parts.join(', ')} SELECT`, taken.values))
  }

  return {
    async add(table, text, values) {
      if (parts.has(table)) await flush()
      parts.set(table, { text, values })
    },
    begin,
    flush,
    last(table, fencingCheck, ofTable) {
      const changed = `(SELECT count(*) FROM part_${[...parts.keys()].indexOf(table) + 1})`
      const taken = take(table)
      const checks = `${fencingCheck(taken.values)}, ${ofTable(changed)}`
      return prepared(`WITH ${taken.parts.join(', ')} SELECT ${checks}`, taken.values)
    },
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

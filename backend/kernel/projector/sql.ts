import type pg from 'pg'
import { keyLookups } from '../database/key-lookups.ts'

export const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`
export const qualified = (schema: string, table: string) => `${quote(schema)}.${quote(table)}`
export const columnList = (columns: readonly string[]) => columns.map(quote).join(', ')

const names = new Map<string, string>()
const maxNames = 500 // statements: further combinations are parsed each time

function prepared(text: string, values: unknown[]): pg.QueryConfig {
  const name = names.get(text) ?? `projection-${names.size + 1}`
  if (!names.has(text) && names.size >= maxNames) return { text, values }
  names.set(text, name)
  return { name, text, values }
}

/** An SQL expression that raises an error unless a condition holds; it adds its parameters to the values. */
export type FencingCheck = (values: unknown[]) => string

/** Statements that share round trips. */
export type Bundle = {
  /** `text` changes only this table, and numbers its parameters from $1. */
  add(table: string, text: string, values: readonly unknown[]): Promise<void>
  /** Starts the transaction; call it before using the connection outside the bundle. */
  begin(): Promise<void>
  /** Sends the remaining statements. */
  flush(): Promise<void>
  /**
   * Returns the remaining statements unsent, followed by two checks; the second one gets the number of changed rows of
   * `table`.
   */
  last(table: string, fencingCheck: FencingCheck, ofTable: (changed: string) => string): pg.QueryConfig
}

/**
 * Combines statements on different tables into one, each in its own WITH clause, where none sees the rows of the
 * others; a second statement for the same table waits until the first is sent. Prepared once per connection, since they
 * recur. `begin` is called only if more than one round trip is needed.
 */
export function createBundle(client: pg.ClientBase, begin: () => Promise<void> = async () => {}): Bundle {
  const parts = new Map<string, { text: string; values: readonly unknown[] }>()

  /** The statements as one WITH, of which only that of `counted` returns rows. */
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

/** SQL that applies these settings and `keyLookups` for one transaction of a rebuild, whose tables grow from nothing. */
export const localSettings = (settings: { [setting: string]: string }) =>
  Object.entries({ ...keyLookups, plan_cache_mode: 'force_custom_plan', ...settings })
    .map(([setting, value]) => `SET LOCAL ${setting} = '${value}';`)
    .join(' ')

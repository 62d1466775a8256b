import type pg from 'pg'
import type { NetChange, Step, Steps } from './coalesce.ts'
import { copyRows } from './copy.ts'
import type { Row, Table } from './projection.ts'
import {
  insertMissingOf,
  type Of,
  putOf,
  removeOf,
  removeWhereOf,
  type Statement,
  type Upsert,
  updateOf,
  updateWhereOf,
  upsertOf,
} from './row-statements.ts'
import { type Bundle, createBundle, qualified } from './sql.ts'

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

  const add = async ({ bundle }: Target, name: string, statement: Statement | null) => {
    if (statement !== null) await bundle.add(name, statement.text, statement.values)
  }

  async function writeStep(to: Target, name: string, table: Table, step: Step): Promise<void> {
    if (step.kind === 'rows') return writeRows(to, name, table, step.changes.values())
    await beforeWhere(to.client, name)
    const target = qualified(schema, name)
    await add(
      to,
      name,
      step.kind === 'updateWhere' ? updateWhereOf(target, step.set, step.where) : removeWhereOf(target, step.where),
    )
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
    const target = qualified(schema, name)
    // Removals come first, because their unique values may be used again.
    if (removes.length > 0) await add(to, name, removeOf(target, table, removes))
    for (const alike of grouped(upserts, ({ made, ...change }) => `${signature(made)}|${given(change)}`))
      await add(to, name, upsertOf(target, table, alike))
    for (const alike of grouped(updates, given)) await add(to, name, updateOf(target, table, alike))
    const made = updates.map((change) => change.made).filter((row) => row !== null)
    for (const alike of grouped(made, signature)) await add(to, name, insertMissingOf(target, alike))
    for (const alike of grouped(puts, ({ row }) => signature(row))) {
      const rows = alike.map(({ row }) => row)
      const isCopied = rows.length >= to.few && !replaced.has(name) && (await tryCopy(to, name, table, rows))
      if (!isCopied) await add(to, name, putOf(target, table, rows))
    }
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

const signature = (row: object) => Object.keys(row).join()
const given = ({ set, add }: Pick<Of<'change'>, 'set' | 'add'>) => `${signature(set)}|${signature(add)}`

function isUpsert(change: Of<'change'>): change is Upsert {
  const { made, set, add } = change
  return made !== null && Object.entries({ ...set, ...add }).every(([column, value]) => made[column] === value)
}

function grouped<Item>(items: readonly Item[], by: (item: Item) => string): Iterable<Item[]> {
  return Map.groupBy(items, by).values()
}

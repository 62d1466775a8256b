import type pg from 'pg'
import { keepNoPersonalStatistics } from './personal-statistics.ts'
import type { AnyProjection, Table } from './projection.ts'
import { columnList, qualified, quote } from './sql.ts'

/** The schema that queries read. */
export const liveSchema = 'read'
/** The schema in which a rebuild works. */
export const rebuildSchema = 'read_rebuild'

type Tables = AnyProjection['tables']

/** Creates the tables without secondary indexes; fails when one of them exists. */
export async function createTables(client: pg.ClientBase, schema: string, tables: Tables): Promise<void> {
  await createUncountedTables(client, schema, tables)
  for (const [table, counted] of countedTables(tables)) await countRows(client, schema, table, counted)
}

/**
 * The same with rows that are not counted before `countLoadedRows`. UNLOGGED: empty after a crash of PostgreSQL, and in no
 * replica.
 */
export async function createUncountedTables(
  client: pg.ClientBase,
  schema: string,
  tables: Tables,
  kind: '' | 'UNLOGGED' = '',
): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${quote(schema)}`)
  for (const [name, table] of Object.entries(tables)) {
    const { columns, primaryKey } = table
    const definitions = Object.entries(columns).map(([column, definition]) => `${quote(column)} ${definition}`)
    await client.query(
      `CREATE ${kind} TABLE ${qualified(schema, name)} (${[...definitions, `PRIMARY KEY (${columnList(primaryKey)})`].join(', ')})`,
    )
    await keepNoPersonalStatistics(client, schema, name, table)
  }
}

type Counts = { name: string; columns: string }

/** The tables whose rows are counted, and where. */
const countedTables = (tables: Tables): [table: string, counts: Counts][] =>
  Object.entries(tables).flatMap(([table, { countedIn = '' }]): [string, Counts][] => {
    const counts = tables[countedIn]
    return counts ? [[table, { name: countedIn, columns: columnList(counts.primaryKey) }]] : []
  })

/** Keeps the counts by triggers, once per statement (migration 119). */
const countRows = (client: pg.ClientBase, schema: string, table: string, { name, columns }: Counts) =>
  afterChanges(client, qualified(schema, table), 'count', `app.count_rows('${name}', '${columns}')`)

/** Counts the rows loaded so far, and from then on by triggers: a trigger on every batch takes longer than the batch. */
export async function countLoadedRows(client: pg.ClientBase, schema: string, tables: Tables): Promise<void> {
  for (const [table, counts] of countedTables(tables)) {
    const { name, columns } = counts
    await client.query(
      `INSERT INTO ${qualified(schema, name)} (${columns}, row_count)
       SELECT ${columns}, count(*) FROM ${qualified(schema, table)} GROUP BY ${columns}`,
    )
    await countRows(client, schema, table, counts)
  }
}

/** The table that a statement calls `changed`: the old rows with sign -1 and the new ones with sign 1. */
const changed = {
  INSERT: 'SELECT *, 1 AS sign FROM new_rows',
  UPDATE: 'SELECT *, -1 AS sign FROM old_rows UNION ALL SELECT *, 1 AS sign FROM new_rows',
  DELETE: 'SELECT *, -1 AS sign FROM old_rows',
}

/**
 * Keeps the derived tables by triggers that run the statements in `derives` of this table. They are written out in a
 * function of their own, so that each connection plans them once: planning them took longer than running them.
 */
export async function deriveRows(
  client: pg.ClientBase,
  schema: string,
  name: string,
  { derives = [] }: Table,
): Promise<void> {
  if (derives.length === 0) return
  const statementsFor = (changes: string) =>
    derives
      .map((statement) => `WITH changed AS (${changes}) ${statement.replaceAll('%1$I', quote(schema))};`)
      .join('\n')
  const call = `${qualified(schema, `derive_${name}`)}()`
  // An upsert calls the triggers of both operations, one of them without rows.
  await client.query(
    `CREATE OR REPLACE FUNCTION ${call} RETURNS trigger LANGUAGE plpgsql AS $derive$
     #variable_conflict use_column
     BEGIN
       IF TG_OP = 'DELETE' THEN PERFORM FROM old_rows LIMIT 1; ELSE PERFORM FROM new_rows LIMIT 1; END IF;
       IF NOT FOUND THEN RETURN NULL; END IF;
       IF TG_OP = 'INSERT' THEN ${statementsFor(changed.INSERT)}
       ELSIF TG_OP = 'UPDATE' THEN ${statementsFor(changed.UPDATE)}
       ELSE ${statementsFor(changed.DELETE)}
       END IF;
       RETURN NULL;
     END $derive$`,
  )
  await afterChanges(client, qualified(schema, name), 'derive', call)
}

async function afterChanges(client: pg.ClientBase, table: string, name: string, call: string): Promise<void> {
  const transitions = {
    INSERT: 'NEW TABLE AS new_rows',
    UPDATE: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
    DELETE: 'OLD TABLE AS old_rows',
  }
  for (const [operation, referencing] of Object.entries(transitions))
    await client.query(
      `CREATE OR REPLACE TRIGGER ${name}_${operation.toLowerCase()} AFTER ${operation} ON ${table} REFERENCING ${referencing}
       FOR EACH STATEMENT EXECUTE FUNCTION ${call}`,
    )
}

/**
 * Fills the derived tables from the rows loaded so far, and from then on triggers keep them. In the
 * caller’s transaction; calling it again does nothing.
 */
export async function keepDerivedRows(client: pg.ClientBase, schema: string, projection: AnyProjection): Promise<void> {
  const { tables, fills = [] } = projection
  const sources = Object.entries(tables).filter(([, { derives }]) => derives)
  const { rows } = await client.query(
    `SELECT FROM pg_trigger WHERE tgname = 'derive_insert' AND tgrelid = ANY ($1::regclass[])`,
    [sources.map(([name]) => qualified(schema, name))],
  )
  if (rows.length > 0) return
  for (const [name, table] of sources) await deriveRows(client, schema, name, table)
  for (const statement of fills) await client.query(statement.replaceAll('%1$I', quote(schema)))
}

export async function createIndexes(client: pg.ClientBase, schema: string, name: string, table: Table): Promise<void> {
  for (const [index, definition] of Object.entries(table.indexes ?? {})) {
    await client.query(`CREATE INDEX IF NOT EXISTS ${quote(index)} ON ${qualified(schema, name)} ${definition}`)
  }
  await keepNoPersonalStatistics(client, schema, name, table)
}

export async function dropTables(client: pg.ClientBase, schema: string, names: Iterable<string>): Promise<void> {
  for (const name of names) await client.query(`DROP TABLE IF EXISTS ${qualified(schema, name)}`)
}

export async function existingTables(client: pg.Pool | pg.ClientBase, schema: string): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = 'r'`,
    [schema],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Number of rows, compared over all columns, that only one of the two schemas has, per table; for tests. */
export async function compareSchemas(pool: pg.Pool, a: string, b: string): Promise<{ [table: string]: number }> {
  const differing: { [table: string]: number } = {}
  const [inA, inB] = await Promise.all([existingTables(pool, a), existingTables(pool, b)])
  for (const name of inA.union(inB)) {
    const rowsOf = (schema: string, names: Set<string>) =>
      names.has(name) ? `SELECT t::text FROM ${qualified(schema, name)} AS t` : 'SELECT NULL::text WHERE false'
    const [one, other] = [rowsOf(a, inA), rowsOf(b, inB)]
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*) FROM ((${one} EXCEPT ALL ${other}) UNION ALL (${other} EXCEPT ALL ${one})) AS differing`,
    )
    differing[name] = rows[0]?.count ?? 0
  }
  return differing
}

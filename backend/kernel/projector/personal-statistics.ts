import type pg from 'pg'
import type { Table } from './projection.ts'
import { qualified } from './sql.ts'

/**
 * To plan queries, PostgreSQL keeps samples of the values in columns and in index expressions. Samples outlive the
 * rows, so it keeps none of personal columns. There is nothing to remove before its first look at the table.
 */
export async function keepNoPersonalStatistics(
  client: pg.ClientBase,
  schema: string,
  name: string,
  { personal = [] }: Table,
): Promise<void> {
  if (personal.length === 0) return
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 0', attrelid::regclass, attname) AS statement
     FROM pg_attribute WHERE attrelid = $1::regclass AND attname = ANY ($2) AND attstattarget IS DISTINCT FROM 0
     UNION ALL
     SELECT format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS 0', indexrelid::regclass, attnum)
     FROM pg_index JOIN pg_attribute ON attrelid = indexrelid
     WHERE indrelid = $1::regclass AND indkey[attnum - 1] = 0 AND attstattarget IS DISTINCT FROM 0
       AND pg_get_indexdef(indexrelid, attnum, true) ~ ('\\m(' || array_to_string($2, '|') || ')\\M')`,
    [qualified(schema, name), personal],
  )
  for (const { statement } of rows) await client.query(statement)
}

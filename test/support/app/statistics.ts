import type pg from 'pg'
import { asOwner } from '../database/database.ts'

/** Lets PostgreSQL look at every table, as autovacuum does sooner or later. */
export const sampleEverything = (pool: pg.Pool) => asOwner(pool, 'ANALYZE')

/** Columns and expressions, as `schema.table.column`, of which PostgreSQL keeps a sample with this text, in any letter case. */
export async function statisticsWith(pool: pg.Pool, text: string): Promise<string[]> {
  const { rows } = await asOwner(
    pool,
    `SELECT format('%s.%s.%s', schemaname, tablename, attname) AS name FROM pg_stats AS sample
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND sample::text ILIKE ANY ($1)
     UNION
     SELECT stxname FROM pg_statistic_ext_data JOIN pg_statistic_ext ON oid = stxoid
     WHERE (stxdmcv::text || stxdexpr::text) ILIKE ANY ($1)
     ORDER BY 1`,
    [[text, Buffer.from(text).toString('hex')].map((form) => `%${form}%`)],
  )
  return rows.map(({ name }) => name)
}

import type pg from 'pg'
import { pageFamilies } from '../topics/index.ts'
import { pageTagsTable, wholeFamily } from '../topics/page-tags.ts'

/**
 * `version`: how often the items of a family have changed. Any of its pages may show something else once `edition` is
 * another one: after an erasure, or a rebuild, which replaces the table.
 */
export type FamilyVersion = { version: number; edition: string }
/** By family; one that never changed has none. */
export type Versions = ReadonlyMap<string, FamilyVersion>

export const versionOf = (versions: Versions, family: string): FamilyVersion =>
  versions.get(family) ?? { version: 0, edition: '' }

const eachFamily = pageFamilies
  .map(
    (family) => `SELECT '${family}' AS family, version, erasures, tableoid || '/' || erasures AS edition
      FROM read.${pageTagsTable(family)} WHERE item_id = ${wholeFamily}`,
  )
  .join(' UNION ALL ')

export async function readVersions(pool: pg.Pool): Promise<Versions> {
  const { rows } = await pool.query<FamilyVersion & { family: string }>({ name: 'page-tags', text: eachFamily })
  return new Map(rows.map(({ family, ...version }) => [family, version]))
}

/** Grows with every erasure that the read tables show. */
export async function erasuresShown(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ erasures: number }>({
    name: 'page-tags-erasures',
    text: `SELECT coalesce(sum(erasures), 0)::bigint AS erasures FROM (${eachFamily}) AS counted`,
  })
  return rows[0]?.erasures ?? 0
}

/** `total`: the version of the whole family in the same snapshot. */
type ItemVersions = { total: number; items: Map<number, number> }

/** Versions of the items of a family, the latest change first: of so many of them, or of all. */
export async function readItemVersions(pool: pg.Pool, family: string, limit: number | null): Promise<ItemVersions> {
  const table = `read.${pageTagsTable(family)}`
  const { rows } = await pool.query<{ id: number; version: number }>({
    name: `page-tags-moved-${family}`,
    text: `(SELECT item_id AS id, version FROM ${table} WHERE item_id <> ${wholeFamily} ORDER BY moved_at DESC LIMIT $1)
      UNION ALL SELECT item_id, version FROM ${table} WHERE item_id = ${wholeFamily}`,
    values: [limit],
  })
  const items = new Map(rows.map(({ id, version }) => [id, version]))
  const total = items.get(wholeFamily) ?? 0
  items.delete(wholeFamily)
  return { total, items }
}

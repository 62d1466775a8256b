import type pg from 'pg'

/** Versions by tag; a tag that never changed has none. */
export type Versions = ReadonlyMap<string, number>

type VersionRow = { tag: string; version: number }

const toVersions = (rows: VersionRow[]): Versions => new Map(rows.map(({ tag, version }) => [tag, version]))

const listTags = 'SELECT tag, version FROM read.page_tags WHERE family IS NULL'

/** Versions of the list tags; there are few of them, however many items there are. */
export async function readVersions(pool: pg.Pool): Promise<Versions> {
  const { rows } = await pool.query<VersionRow>({ name: 'page-tags', text: listTags })
  return toVersions(rows)
}

/** Number of erasures that the read tables show. */
export async function erasuresShown(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<VersionRow>({
    name: 'page-tags-erasures',
    text: `SELECT tag, version FROM read.page_tags WHERE tag = 'erasures'`,
  })
  return rows[0]?.version ?? 0
}

/** The same within a snapshot. */
export async function snapshotVersions(client: pg.ClientBase): Promise<Versions> {
  const { rows } = await client.query<VersionRow>(listTags)
  return toVersions(rows)
}

/** Versions of these items of a family, by tag. */
export async function versionsOfItems(
  client: pg.ClientBase,
  family: string,
  ids: readonly number[],
): Promise<Versions> {
  const { rows } = await client.query<VersionRow>('SELECT tag, version FROM read.page_tags WHERE tag = ANY ($1)', [
    ids.map((id) => `${family}:${id}`),
  ])
  return toVersions(rows)
}

/** `list`: the version of the list tag in the same snapshot. */
type ItemVersions = { list: number; items: Map<number, number> }

/** Versions of the items of a family: the `limit` changed last by time, or all. */
export async function readItemVersions(pool: pg.Pool, tag: string, limit: number | null): Promise<ItemVersions> {
  const { rows } = await pool.query<{ id: number | null; version: number }>({
    name: 'page-tags-moved',
    text: `(SELECT item_id AS id, version FROM read.page_tags WHERE family = $1 ORDER BY moved_at DESC LIMIT $2)
      UNION ALL SELECT NULL, version FROM read.page_tags WHERE tag = $1`,
    values: [tag, limit],
  })
  const items = new Map<number, number>()
  let list = 0
  for (const { id, version } of rows)
    if (id === null) list = version
    else items.set(id, version)
  return { list, items }
}

import type pg from 'pg'
import type { PageFamily, ProjectedPage } from './projected-page.ts'

export type Versions = ReadonlyMap<string, number>

/** `content`: JSON. `versions`: of the tags of the page in the same snapshot, like 'prayers:3 erasures:0'. */
export type PageReading = { content: string; versions: string }

/**
 * When the content changes with time, on the clock of performance.now(): content that depends on the time of day has a
 * `validUntil` (ISO 8601). Infinity for all other content.
 */
export function expiryOf({ content }: PageReading): number {
  if (!content.includes('"validUntil"')) return Number.POSITIVE_INFINITY
  const { validUntil }: { validUntil?: string | null } = JSON.parse(content)
  if (!validUntil) return Number.POSITIVE_INFINITY
  return performance.now() + Date.parse(validUntil) - Date.now()
}

type VersionRow = { tag: string; version: number }

const listTags = 'SELECT tag, version FROM read.page_tags WHERE family IS NULL'
const toVersions = (rows: VersionRow[]): Versions => new Map(rows.map(({ tag, version }) => [tag, version]))

/** A tag that never changed has no row yet. */
export const versionsOf = ({ tags }: ProjectedPage, versions: Versions): string =>
  tags.map((tag) => `${tag}:${versions.get(tag) ?? 0}`).join(' ')

/** The last number in the result of `versionsOf`: an item has one tag. */
export const versionIn = (versions: string): number => Number(versions.slice(versions.lastIndexOf(':') + 1)) || 0

/** Versions of the list tags; there are few of them, however many items there are. */
export async function readVersions(pool: pg.Pool): Promise<Versions> {
  const { rows } = await pool.query<VersionRow>({ name: 'page-tags', text: listTags })
  return toVersions(rows)
}

/** `list`: the version of the list tag in the same snapshot. */
export type ItemVersions = { list: number; items: Map<number, number> }

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

/** Versions and rows from one snapshot, so that a page never claims a version it does not show. */
export function readPage(pool: pg.Pool, page: ProjectedPage): Promise<PageReading> {
  return inSnapshot(pool, async (client) => {
    const { rows } = await client.query<VersionRow>(listTags)
    return { content: JSON.stringify(await page.content(client)), versions: versionsOf(page, toVersions(rows)) }
  })
}

/**
 * The same for items of a family, by id, or for the pages that they share and adjacent ones (`pagesOf`), which have no
 * version of their own; null where there is no page.
 */
export function readItems(
  pool: pg.Pool,
  { tag, items, pagesOf }: PageFamily,
  ids: readonly number[],
  adjacent: Iterable<number> = [],
): Promise<Map<number, PageReading | null>> {
  return inSnapshot(pool, async (client) => {
    const shared = pagesOf && new Set([...(await pagesOf(client, ids)), ...adjacent])
    const pages = shared ? [...shared] : ids
    const versions = shared ? null : await versionsOfItems(client, tag, ids)
    const contents = await items(client, pages)
    return new Map(
      pages.map((id) => {
        const content = contents.get(id)
        const version = versions ? `${tag}:${id}:${versions.get(`${tag}:${id}`) ?? 0}` : ''
        return [id, content ? { content: JSON.stringify(content), versions: version } : null]
      }),
    )
  })
}

async function versionsOfItems(client: pg.ClientBase, tag: string, ids: readonly number[]): Promise<Versions> {
  const { rows } = await client.query<VersionRow>('SELECT tag, version FROM read.page_tags WHERE tag = ANY ($1)', [
    ids.map((id) => `${tag}:${id}`),
  ])
  return toVersions(rows)
}

async function inSnapshot<Result>(pool: pg.Pool, read: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const result = await read(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw failure
  } finally {
    // A connection with a broken transaction is discarded.
    client.release(failure)
  }
}

import type pg from 'pg'
import { snapshotVersions, type Versions, versionsOfItems } from '../../read-model/page-tags.ts'
import { inSnapshot } from '../../read-model/snapshot.ts'
import type { PageFamily, ProjectedPage } from './projected-page.ts'

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

/** A tag that never changed has no row yet. */
export const versionsOf = ({ tags }: ProjectedPage, versions: Versions): string =>
  tags.map((tag) => `${tag}:${versions.get(tag) ?? 0}`).join(' ')

/** The last number in the result of `versionsOf`: an item has one tag. */
export const versionIn = (versions: string): number => Number(versions.slice(versions.lastIndexOf(':') + 1)) || 0

/** Versions and rows from one snapshot, so that a page never claims a version it does not show. */
export function readPage(pool: pg.Pool, page: ProjectedPage): Promise<PageReading> {
  return inSnapshot(pool, async (client) => {
    const versions = await snapshotVersions(client)
    return { content: JSON.stringify(await page.content(client)), versions: versionsOf(page, versions) }
  })
}

/**
 * The same for items of a family, by id, or for the pages that they share, which have no version of their own, and for
 * further ones of these; null where there is no page.
 */
export function readItems(
  pool: pg.Pool,
  { tag, items, shared }: PageFamily,
  ids: readonly number[],
  furtherPages: Iterable<number> = [],
): Promise<Map<number, PageReading | null>> {
  return inSnapshot(pool, async (client) => {
    const pages = shared ? [...new Set([...(await shared.pagesOf(client, ids)), ...furtherPages])] : ids
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

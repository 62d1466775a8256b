import type pg from 'pg'
import { inSnapshot } from '../../read-model/snapshot.ts'
import type { PageFamily, ProjectedPage } from './projected-page.ts'

/**
 * When this content (JSON) changes with time, in milliseconds since 1970: content that depends on the time of day has a
 * `validUntil` (ISO 8601). Infinity for all other content.
 */
export function expiryOf(content: string): number {
  if (!content.includes('"validUntil"')) return Number.POSITIVE_INFINITY
  const { validUntil }: { validUntil?: string | null } = JSON.parse(content)
  return validUntil ? Date.parse(validUntil) : Number.POSITIVE_INFINITY
}

/** The content of a page as JSON, from one snapshot. */
export const readPage = (pool: pg.Pool, page: ProjectedPage): Promise<string> =>
  inSnapshot(pool, async (client) => JSON.stringify(await page.content(client)))

/**
 * The same for pages of a family, and for those that changed items may have changed; null where there is no page. Items
 * that share no pages have the numbers of their pages.
 */
export function readItems(
  pool: pg.Pool,
  { items, shared }: PageFamily,
  pages: readonly number[],
  changed: readonly number[] = [],
): Promise<Map<number, string | null>> {
  return inSnapshot(pool, async (client) => {
    const moved = shared ? await shared.pagesOf(client, changed) : changed
    const wanted = [...new Set([...moved, ...pages])]
    const contents = await items(client, wanted)
    return new Map(
      wanted.map((page) => {
        const content = contents.get(page)
        return [page, content ? JSON.stringify(content) : null]
      }),
    )
  })
}

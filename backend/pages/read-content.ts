import type pg from 'pg'
import type { ProjectedPage } from './projected.ts'

type Versions = Map<string, number>

/** `content`: JSON. `versions`: of the page's tags in the same snapshot, as 'prayers:3 erasures:0'. */
export type PageReading = { content: string; versions: string }

const versionRows = 'SELECT tag, version FROM read.page_tags'
type VersionRow = { tag: string; version: number }

const toVersions = (rows: VersionRow[]): Versions => new Map(rows.map(({ tag, version }) => [tag, version]))

/** A tag that never moved has no row yet. */
export const versionsOf = ({ tags }: ProjectedPage, versions: Versions): string =>
  tags.map((tag) => `${tag}:${versions.get(tag) ?? 0}`).join(' ')

export async function readVersions(pool: pg.Pool): Promise<Versions> {
  const { rows } = await pool.query<VersionRow>(versionRows)
  return toVersions(rows)
}

/** Versions and rows of one moment, so that bytes never claim a version they do not show. */
export async function readPage(pool: pg.Pool, page: ProjectedPage): Promise<PageReading> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows } = await client.query<VersionRow>(versionRows)
    const content = JSON.stringify(await page.content(client))
    await client.query('COMMIT')
    return { content, versions: versionsOf(page, toVersions(rows)) }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw failure
  } finally {
    // A connection with a broken transaction is thrown away.
    client.release(failure)
  }
}

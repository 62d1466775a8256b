import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageStore } from './page-store.ts'
import type { Bodies, Encoding, PageSource } from './ready-page.ts'

/** One page or file of a build, as listed in dist/pages.json; the bytes are next to it. */
export type BuiltPage = Omit<PageSource, 'bodies' | 'etag'> & {
  etag: string
  /** Empty in the build: published content replaces it. */
  isProjected: boolean
  /** Relative to dist. */
  files: Record<Encoding, string | null>
}

export type BuiltSite = {
  /** Changes with every byte of the build; pages rendered by another build are rendered again. */
  build: string
  /** The site URL used in the pages: canonical links, images, calendars. */
  siteUrl: string
  pages: BuiltPage[]
}

export const builtSiteFile = 'pages.json'

/**
 * Loads everything that was built into the store and returns the build id. Synchronous and without compressing or
 * hashing: this is all that happens between the start of the process and the first page.
 */
export function loadBuiltPages(dist: string, store: PageStore): string {
  const site = builtSite(dist)
  for (const { files, isProjected, ...page } of site.pages) store.set({ ...page, bodies: readBodies(dist, files) })
  return site.build
}

/** Advice for when the pages were built for another site URL; null when it matches. */
export function wrongAddress(dist: string, publicUrl: string): string | null {
  const { siteUrl } = builtSite(dist)
  const isSame = new URL(siteUrl).href === new URL(publicUrl).href
  return isSame
    ? null
    : `The pages were built for ${siteUrl}, and would give that address to search engines. Run \`PUBLIC_URL=${publicUrl} npm run build\`.`
}

export function readBodies(dist: string, files: BuiltPage['files']): Bodies {
  const read = (file: string | null) => (file === null ? null : readFileSync(join(dist, file)))
  return { identity: read(files.identity) ?? Buffer.alloc(0), gzip: read(files.gzip), br: read(files.br) }
}

function builtSite(dist: string): BuiltSite {
  try {
    return readSite(dist)
  } catch (error) {
    throw new Error(`The site is not built (${join(dist, builtSiteFile)}). Run \`npm run build\`.`, { cause: error })
  }
}

/** Throws when there is no build. */
export const readSite = (dist: string): BuiltSite => JSON.parse(readFileSync(join(dist, builtSiteFile), 'utf8'))

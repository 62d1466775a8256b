import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageStore } from './page-store.ts'
import type { Encoding, PageSource } from './ready-page.ts'

/** One page or file of a build, as listed in dist/pages.json; the bytes are next to it. */
export type BuiltPage = Omit<PageSource, 'bodies' | 'etag'> & {
  etag: string
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
  const site = readSite(dist)
  for (const { files, ...page } of site.pages) {
    const read = (file: string | null) => (file === null ? null : readFileSync(join(dist, file)))
    const identity = read(files.identity) ?? Buffer.alloc(0)
    store.set({ ...page, bodies: { identity, gzip: read(files.gzip), br: read(files.br) } })
  }
  return site.build
}

/** What to do when the pages were built for another site URL; null when it matches. */
export function wrongAddress(dist: string, publicUrl: string): string | null {
  const { siteUrl } = readSite(dist)
  const isSame = new URL(siteUrl).href === new URL(publicUrl).href
  return isSame
    ? null
    : `The pages were built for ${siteUrl}, and would give that address to search engines. Run \`PUBLIC_URL=${publicUrl} npm run build\`.`
}

function readSite(dist: string): BuiltSite {
  try {
    return JSON.parse(readFileSync(join(dist, builtSiteFile), 'utf8'))
  } catch (error) {
    throw new Error(`The site is not built (${join(dist, builtSiteFile)}). Run \`npm run build\`.`, { cause: error })
  }
}

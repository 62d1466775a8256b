import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BuiltPage, type BuiltSite, readBodies, readSite } from './built-pages.ts'
import type { FirstSource } from './first-source.ts'
import { createPageServer, type OnServed } from './page-server.ts'
import { type ReadyPage, readyPage } from './ready-page.ts'

export type EarlyPages = {
  tryServe(req: IncomingMessage, res: ServerResponse): boolean
  /** Reports the pages served so far; call it once visits can be counted. */
  countServed(onServed: OnServed): void
}

/** Visits before the traffic log is ready; more than a start can see, so that a flood does not fill the memory. */
const maxUncounted = 1000

/**
 * The pages of the build whose content never changes, read from disk when first requested. All other requests (for
 * published content, or a missing page) wait until the rest of the program is loaded. Null: there is no build, or it is
 * for another site URL, which the rest of the program reports.
 */
export function createEarlyPages(
  dist: string,
  {
    publicUrl,
    securityHeaders,
    keepAlive,
    firstSource,
  }: {
    publicUrl: string | undefined
    securityHeaders: Record<string, string>
    keepAlive: number
    firstSource?: FirstSource
  },
): EarlyPages | null {
  const site = siteFor(dist, publicUrl)
  if (!site) return null
  const isLasting = ({ status, isProjected }: BuiltPage) => status === 200 && !isProjected
  const built = new Map(site.pages.filter(isLasting).map((page) => [page.path, page]))
  const ready = new Map<string, ReadyPage>()
  const served: Parameters<OnServed>[] = []

  function get(path: string): ReadyPage | undefined {
    const known = ready.get(path)
    if (known) return known
    const page = built.get(path)
    if (!page) return undefined
    const { files, ...about } = page
    const made = readyPage({ ...about, bodies: readBodies(dist, files) }, securityHeaders)
    ready.set(path, made)
    return made
  }

  const { tryServe } = createPageServer(
    { get, has: (path) => built.has(path) },
    { keepAlive, firstSource, onServed: (...visit) => void (served.length < maxUncounted && served.push(visit)) },
  )
  return {
    tryServe,
    countServed(onServed) {
      for (const visit of served.splice(0)) onServed(...visit)
    },
  }
}

function siteFor(dist: string, publicUrl: string | undefined): BuiltSite | null {
  try {
    const site = readSite(dist)
    return publicUrl === undefined || new URL(site.siteUrl).href === new URL(publicUrl).href ? site : null
  } catch {
    return null
  }
}

import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BuiltPage, BuiltSite } from '../backend/pages/serving/built-pages.ts'
import { ensureBuilt } from '../backend/tools/site-build.ts'
import { reviewedTopics } from '../contract/topic-words.ts'
import { table } from './support.ts'

/**
 * Bytes as sent. `script`: gzip, before any interaction; `page`: HTML, CSS and that script, brotli. `files`: number of
 * scripts once every island runs.
 */
export type PageWeight = { path: string; script: number; page: number; files: number }

/** Files of scripts that a page may ask for, whatever it shows. */
export const maxFiles = 18

const dist = join(import.meta.dirname, '..', 'dist')
const contentPages = ['/about', '/issues', '/donate', '/news', '/events']
const formPages = ['/volunteer', '/prayers', '/endorsements', '/login']
const islandPages = [
  '/forum',
  '/dashboard',
  '/profile',
  '/settings',
  '/moderation',
  '/email-campaigns',
  '/genetic-analytics',
]
const measured = ['/', ...contentPages, ...formPages, '/privacy', '/terms', ...islandPages]

/** The limits of each page in bytes; null: no limit, because the page is about its islands. */
export function limitsOf(path: string): { script: number | null; page: number | null } {
  if (path === '/') return { script: 4000, page: 14_000 }
  if (formPages.includes(path)) return { script: 6000, page: 16_000 }
  return contentPages.includes(path) ? { script: 2000, page: 14_000 } : { script: null, page: null }
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/**
 * Bytes that a browser loads of each built page on its own: scripts and their imports, preloads, inline scripts, and every
 * island except those that wait until they are visible or touched. Fonts, images and API responses are not counted.
 */
export async function measurePageWeights(): Promise<PageWeight[]> {
  const build = await readBuild()
  return measured.map((path) => weigh(path, build))
}

/**
 * Gzip bytes of the console’s scripts: with its first tab, the dashboard, and what each other tab adds to them. `late`:
 * scripts that a tab imports and that are requested only after its own has arrived.
 */
export type ConsoleWeight = { first: number; files: number; tabs: { tab: string; script: number; late: string[] }[] }

export const consoleLimits = { first: 180_000, files: 22, tab: 25_000 }

export async function measureConsole(): Promise<ConsoleWeight> {
  const { fileOf, withImports, sum } = await readBuild()
  const frame = withImports(scriptsOf(text(fileOf('/admin'))))
  const later = [...frame].flatMap((address) =>
    all(text(fileOf(address)), /\bimport\(\s*["'`](\.[^"'`]+)["'`]/g).map((path) => beside(address, path)),
  )
  const isNamed = (name: RegExp) => (address: string) => name.test(posix.basename(address))
  // The shared parts come along with whatever tab is first.
  const first = withImports([...frame, ...later.filter(isNamed(/^(shared-parts|AdminDashboard)\./))])
  const isTab = isNamed(new RegExp(`^(Admin[A-Z]|(${reviewedTopics.join('|')})\\.)`))
  const asked = withImports([...frame, ...later.filter((address) => !isTab(address))])
  return {
    first: sum(first, 'gzip'),
    files: first.size,
    tabs: [...new Set(later)].filter(isTab).map((address) => {
      const own = withImports([address])
      return {
        tab: posix.basename(address).replace(/^Admin|\..*$/g, ''),
        script: sum(own.difference(first), 'gzip'),
        late: [...own.difference(asked)].filter((other) => other !== address),
      }
    }),
  }
}

const beside = (address: string, path: string) => posix.join(posix.dirname(address), path)

/** The built site: its files by address, scripts with all they import, and bytes as sent. */
async function readBuild() {
  await ensureBuilt(() => {})
  const site: BuiltSite = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8'))
  const files = new Map(site.pages.map((page) => [page.path, page]))
  const fileOf = (address: string): BuiltPage => {
    const file = files.get(address)
    if (!file) throw new Error(`${address} is not in the build.`)
    return file
  }
  function withImports(addresses: Iterable<string>, scripts = new Set<string>()): Set<string> {
    for (const address of addresses) {
      if (scripts.has(address)) continue
      scripts.add(address)
      withImports(
        importsOf(text(fileOf(address))).map((path) => beside(address, path)),
        scripts,
      )
    }
    return scripts
  }
  const sum = (addresses: Iterable<string>, encoding: 'gzip' | 'br') =>
    [...addresses].reduce((bytes, address) => bytes + sent(fileOf(address), encoding), 0)
  return { fileOf, withImports, sum }
}

function weigh(path: string, { fileOf, withImports, sum }: Awaited<ReturnType<typeof readBuild>>): PageWeight {
  const html = text(fileOf(path))
  const scripts = withImports(scriptsOf(html))
  const styles = all(html, /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"/g)
  const inline = all(html, /<script(?:\s+type="module")?>([\s\S]*?)<\/script>/g).join('')
  return {
    path,
    script: sum(scripts, 'gzip') + (inline === '' ? 0 : gzipSync(inline, { level: 9 }).byteLength),
    page: sent(fileOf(path), 'br') + sum(styles, 'br') + sum(scripts, 'br'),
    files: withImports(scriptsOf(html, /./)).size,
  }
}

/** `counted`: the islands to count; by default those that start without being seen or touched. */
function scriptsOf(html: string, counted = /^(?!.*\bclient="(visible|touch)")/): string[] {
  const islands = all(html, /(<astro-island\b[^>]*>)/g).filter((island) => counted.test(island))
  return [
    ...all(html, /<script\b[^>]*\bsrc="([^"]+)"/g),
    ...all(html, /<link\b[^>]*\brel="modulepreload"[^>]*\bhref="([^"]+)"/g),
    ...islands.flatMap((island) => all(island, /\b(?:component|renderer|before-hydration)-url="([^"]+)"/g)),
  ]
}

/** Static imports only; dynamic imports come later, if at all. */
const importsOf = (script: string) => all(script, /(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+)["'`]/g)

const text = ({ files }: BuiltPage) => readFileSync(join(dist, files.identity ?? ''), 'utf8')

function sent({ files }: BuiltPage, encoding: 'gzip' | 'br'): number {
  return readFileSync(join(dist, files[encoding] ?? files.identity ?? '')).byteLength
}

export function pageWeightTable(weights: readonly PageWeight[]): string {
  const bytes = (weight: number, limit: number | null) => (limit === null ? String(weight) : `${weight} of ${limit}`)
  return table(
    [
      'Bytes of a page as built',
      'scripts before interaction, gzip',
      'HTML, CSS and scripts, brotli',
      'files of scripts, all islands',
    ],
    weights.map(({ path, script, page, files }) => {
      const limits = limitsOf(path)
      return [path, bytes(script, limits.script), bytes(page, limits.page), `${files} of ${maxFiles}`]
    }),
  )
}

export const consoleTable = ({ first, files, tabs }: ConsoleWeight): string =>
  table(
    ['Scripts of the console', 'gzip'],
    [
      [
        `with its first tab, the dashboard, in ${files} of ${consoleLimits.files} files`,
        `${first} of ${consoleLimits.first}`,
      ],
      ...tabs.map(({ tab, script }) => [`${tab} adds`, `${script} of ${consoleLimits.tab}`]),
    ],
  )

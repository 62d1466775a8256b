import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BuiltPage, BuiltSite } from '../backend/pages/serving/built-pages.ts'
import { ensureBuilt } from '../backend/tools/site-build.ts'
import { table } from './support.ts'

/** Bytes as sent. `script`: gzip, before any interaction; `page`: HTML, CSS and that script, brotli. */
export type PageWeight = { path: string; script: number; page: number }

const dist = join(import.meta.dirname, '..', 'dist')
const contentPages = ['/about', '/issues', '/donate', '/news', '/events']
const measured = ['/', ...contentPages, '/volunteer', '/prayers', '/endorsements', '/privacy', '/terms', '/login']

/** The limits of each page in bytes; null: no limit, because the page is about its islands. */
export function limitsOf(path: string): { script: number | null; page: number | null } {
  if (path === '/') return { script: 8000, page: null }
  return contentPages.includes(path) ? { script: 5000, page: 30_000 } : { script: null, page: null }
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/**
 * What a browser loads of each built page on its own: scripts and their imports, preloads, inline scripts, and every
 * island except those that wait until they are visible. Fonts, images and API responses are not counted.
 */
export async function measurePageWeights(): Promise<PageWeight[]> {
  await ensureBuilt(() => {})
  const site: BuiltSite = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8'))
  const files = new Map(site.pages.map((page) => [page.path, page]))
  return measured.map((path) => weigh(path, files))
}

function weigh(path: string, files: ReadonlyMap<string, BuiltPage>): PageWeight {
  const fileOf = (address: string): BuiltPage => {
    const file = files.get(address)
    if (!file) throw new Error(`${path} loads ${address}, which is not in the build.`)
    return file
  }
  const html = text(fileOf(path))
  const scripts = new Set<string>()
  const load = (address: string): void => {
    if (scripts.has(address)) return
    scripts.add(address)
    for (const imported of importsOf(text(fileOf(address)))) load(posix.join(posix.dirname(address), imported))
  }
  for (const address of scriptsOf(html)) load(address)
  const styles = all(html, /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"/g)
  const inline = all(html, /<script(?:\s+type="module")?>([\s\S]*?)<\/script>/g).join('')
  const sum = (addresses: Iterable<string>, encoding: 'gzip' | 'br') =>
    [...addresses].reduce((bytes, address) => bytes + sent(fileOf(address), encoding), 0)
  return {
    path,
    script: sum(scripts, 'gzip') + (inline === '' ? 0 : gzipSync(inline, { level: 9 }).byteLength),
    page: sent(fileOf(path), 'br') + sum(styles, 'br') + sum(scripts, 'br'),
  }
}

function scriptsOf(html: string): string[] {
  const islands = all(html, /(<astro-island\b[^>]*>)/g).filter((island) => !/\bclient="visible"/.test(island))
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
    ['Bytes of a page as built', 'scripts before interaction, gzip', 'HTML, CSS and scripts, brotli'],
    weights.map(({ path, script, page }) => {
      const limits = limitsOf(path)
      return [path, bytes(script, limits.script), bytes(page, limits.page)]
    }),
  )
}

if (import.meta.main) console.log(pageWeightTable(await measurePageWeights()))

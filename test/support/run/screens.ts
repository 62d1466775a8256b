import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const pages = join(import.meta.dirname, '..', '..', '..', 'site', 'pages')

type Screen = {
  /** 'events/[id].astro' */
  file: string
  /** True when an answer with this path and status shows it. */
  isShown(path: string, status: number): boolean
}

/** The regular expression of a page's paths: 'events/[id]' -> /^\/events\/[^/]+$/. */
function pathsOf(route: string): RegExp {
  const parts = route.split('/').map((part) => {
    if (part === 'index') return ''
    if (part.startsWith('[...')) return '(/.+)?'
    return part.startsWith('[') ? '/[^/]+' : `/${part}`
  })
  return new RegExp(`^${parts.join('') || '/'}$`)
}

const parameters = (file: string) => file.split('[').length - 1

/** Files of `site/pages`, those with the fewest parameters first, since [id] also fits fixed paths. */
export function screens(): Screen[] {
  const files = globSync('**/*.astro', { cwd: pages }).toSorted(
    (a, b) => parameters(a) - parameters(b) || a.localeCompare(b),
  )
  return files.map((file) => {
    const route = file.replace(/\.astro$/, '')
    const name = basename(route)
    const folder = `/${dirname(route)}/`
    if (name === '404') return { file, isShown: (_, status) => status === 404 }
    if (name === 'not-found') return { file, isShown: (path, status) => status === 404 && path.startsWith(folder) }
    const paths = pathsOf(route)
    return { file, isShown: (path, status) => status < 300 && paths.test(path) }
  })
}

/** The file of the screen that an answer with this path and status shows. */
export function screenOf(path: string, status: number): string | undefined {
  const fitting = screens().filter(({ isShown }) => isShown(path, status))
  return (fitting.find(({ file }) => file.endsWith('not-found.astro')) ?? fitting[0])?.file
}

/** The screens that none of these visits ('200 /events/12') shows. */
export function unvisited(visits: Iterable<string>): string[] {
  const seen = new Set([...visits].map((visit) => screenOf(visit.split(' ')[1] ?? '', Number(visit.split(' ')[0]))))
  return screens()
    .map(({ file }) => file)
    .filter((file) => !seen.has(file))
}

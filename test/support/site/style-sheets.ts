import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..', 'site')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const paths = globSync('**/*.{astro,ts,tsx,css}', { cwd: root }).filter((path) => !path.includes('.test.'))

/** A compound like 'a.card.wide:hover': the classes that an element needs for it. */
type Compound = readonly string[]
/** A selector without alternatives, from the outermost element that it names to the one that it styles. */
export type Selector = { text: string; compounds: readonly Compound[]; classes: readonly string[] }

const withoutComments = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
const stylesIn = (astro: string) => [...astro.matchAll(/<style( is:global)?>([\s\S]*?)<\/style>/g)]

/** Scoped styles of a component; empty without any. */
export const scopedStyles = (path: string) =>
  stylesIn(path.endsWith('.astro') ? read(path) : '')
    .filter(([, isGlobal]) => !isGlobal)
    .map(([, , css = '']) => css)
    .join('')

/** The rules of a style sheet, or of a component with global styles, for every page that has it; empty without any. */
export const globalStyles = (path: string) =>
  path.endsWith('.css')
    ? read(path)
    : stylesIn(path.endsWith('.astro') ? read(path) : '')
        .filter(([, isGlobal]) => isGlobal)
        .map(([, , css = '']) => css)
        .join('')

/** 'a:is(.b, .c) d' → 'a.b d', 'a.c d'. */
function alternatives(selector: string): string[] {
  const [whole, options] = selector.match(/:(?:is|where)\(([^()]*)\)/) ?? []
  if (whole === undefined || options === undefined) return [selector]
  return options.split(',').flatMap((option) => alternatives(selector.replace(whole, () => option.trim())))
}

const classesOf = (compound: string) => [...compound.matchAll(/\.(-?[a-z][\w-]*)/gi)].map(([, name = '']) => name)

function selectorOf(text: string): Selector {
  const compounds = text
    .split(/[\s>+~]+/)
    .map(classesOf)
    .filter(({ length }) => length > 0)
  return { text, compounds, classes: compounds.flat() }
}

/** The selectors of styles. What they exclude or look for inside, with `:not` and `:has`, is left out. */
export function selectorsIn(css: string): Selector[] {
  const rules = withoutComments(css)
    .replaceAll(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|@import[^;]*;|@layer[^;{]*;/g, '')
    .matchAll(/([^{};]+)\{/g)
  return [...rules].flatMap(([, prelude = '']) => {
    if (prelude.trim().startsWith('@')) return []
    const plain = prelude
      .replaceAll(/:global\(((?:[^()]|\([^()]*\))*)\)/g, '$1')
      .replaceAll(/:(?:not|has)\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]/g, '')
    return plain
      .split(/,(?![^(]*\))/)
      .flatMap((selector) => alternatives(selector.trim()))
      .map(selectorOf)
  })
}

/** The rules outside of every layer, without imports, keyframes and fonts. */
export function outsideOfLayers(css: string): string {
  const plain = withoutComments(css).replaceAll(/@import[^;]*;|@layer[^;{]*;/g, '')
  let depth = 0
  let isLayer = false
  let outside = ''
  for (const [part = ''] of plain.matchAll(/[^{}]*[{}]|[^{}]+$/g)) {
    if (depth === 0) isLayer = /^\s*@(layer|keyframes|font-face)/.test(part)
    if (!isLayer) outside += part
    depth += part.endsWith('{') ? 1 : part.endsWith('}') ? -1 : 0
  }
  return outside.trim()
}

const imports = new Map(
  paths.map((path) => {
    const pattern = path.endsWith('.css') ? /@import "([^"]+)"/g : /(?:from|import\(?)\s*'(\.[^']+)'/g
    const found = [...read(path).matchAll(pattern)].map(([, imported = '']) => join(path, '..', imported))
    return [path, found.filter((file) => existsSync(join(root, file)))] as const
  }),
)

/** A file of `site/` and all that it imports, at once or later. */
export function withImports(path: string, known = new Set<string>()): Set<string> {
  if (!known.has(path)) {
    known.add(path)
    for (const imported of imports.get(path) ?? []) withImports(imported, known)
  }
  return known
}

/** The classes that a component names in its markup. */
export function classesUsed(path: string): Set<string> {
  const markup = read(path).replaceAll(/<style[\s\S]*?<\/style>/g, '')
  const values = [...markup.matchAll(/class(?:Name)?=(?:"([^"]*)"|\{((?:[^{}]|\$?\{[^{}]*\})*)\})/g)]
  return new Set(
    values.flatMap(([, plain, expression = '']) => {
      const texts =
        plain === undefined ? [...expression.matchAll(/['"`]([^'"`]*)['"`]/g)].map(([, text]) => text) : [plain]
      return texts.flatMap((text = '') => text.split(/\s+/))
    }),
  )
}

export const styleSheets = paths.filter((path) => path.endsWith('.css'))
export const components = paths.filter((path) => !path.endsWith('.css'))
export const pages = components.filter((path) => path.startsWith('pages/') && path.endsWith('.astro'))

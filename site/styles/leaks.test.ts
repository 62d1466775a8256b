import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import {
  classesUsed,
  components,
  globalStyles,
  outsideOfLayers,
  pages,
  type Selector,
  scopedStyles,
  selectorsIn,
  styleSheets,
  withImports,
} from '../../test/support/site/style-sheets.ts'

/** Sheets for all, which say what the classes are that any component may use. */
const ofEveryPage = withImports('styles/site.css')
const isShared = (path: string) => ofEveryPage.has(path) || path.startsWith('styles/components/')
const global = [...styleSheets, ...components].filter((path) => globalStyles(path) !== '')
const ofSomePages = global.filter((path) => path.startsWith('styles/') && !isShared(path))

/** Sheets of one folder are always together, as parts of one. */
const unitOf = (path: string) => (dirname(path) === 'styles' ? path : dirname(path))

const rules = new Map(global.map((path) => [path, selectorsIn(globalStyles(path))]))
const rulesOf = (path: string) => rules.get(path) ?? []

/** The class that an element needs for a rule, if it needs nothing else. */
const introducedBy = ({ classes }: Selector) => (classes.length === 1 ? classes : [])

function classesIn(paths: readonly string[], styles: (path: string) => string): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>()
  for (const path of paths)
    for (const name of selectorsIn(styles(path)).flatMap(introducedBy))
      places.set(name, (places.get(name) ?? new Set()).add(path))
  return places
}

const globally = classesIn(global, globalStyles)
const scoped = classesIn(components, scopedStyles)

/** The part of the styles to which a class belongs: where a rule needs only it, else the only one that names it. */
function ownerOf(name: string): string | undefined {
  const introducing = globally.get(name)
  const naming = () => global.filter((path) => rulesOf(path).some(({ classes }) => classes.includes(name)))
  const [owner, other] = new Set([...(introducing ?? naming())].map(unitOf))
  return other === undefined ? owner : undefined
}

it('every global rule is in a named layer', () => {
  const outside = global.flatMap((path) => {
    const rules = outsideOfLayers(globalStyles(path))
    return rules === '' ? [] : [`${path}: ${rules}`]
  })
  expect(outside).toEqual([])
})

it('a class of a global style sheet is that of no other sheet and of no component', () => {
  expect(scoped.keys()).toContain('links')
  expect(globally.keys()).toContain('account-links')
  const twice = [...globally].flatMap(([name, sheets]) => {
    const units = new Set([...sheets].map(unitOf))
    // A component may add to what it shares with all, and to the sheet that it brings along.
    const clashes = [...(scoped.get(name) ?? [])].filter(
      (component) => ![...sheets].every((sheet) => isShared(sheet) || withImports(component).has(sheet)),
    )
    return units.size + clashes.length > 1 ? [`.${name}: ${[...units, ...clashes].join(', ')}`] : []
  })
  expect(twice).toEqual([])
})

it('a rule of some pages names a class that no other style sheet knows', () => {
  const strange = ofSomePages.flatMap((path) =>
    rulesOf(path)
      .filter(({ classes }) => !classes.some((name) => ownerOf(name) === unitOf(path)))
      .map(({ text }) => `${path}: ${text}`),
  )
  expect(strange).toEqual([])
})

/** The rule reaches every element with these classes, wherever it is. */
const reaches = (used: ReadonlySet<string>, { compounds, classes }: Selector) =>
  compounds.length === 1 && classes.every((name) => used.has(name))

it('a component has the rules of a style sheet on each of its pages, or on none', () => {
  const parts = pages.map((page) => withImports(page))
  const leaks = components
    // The element of the page itself, which staff pages mark.
    .filter((component) => component !== 'layouts/Page.astro')
    .flatMap((component) => {
      const used = classesUsed(component)
      const on = parts.filter((files) => files.has(component))
      return ofSomePages.flatMap((sheet) => {
        const having = on.filter((files) => files.has(sheet)).length
        if (having === 0 || having === on.length) return []
        return rulesOf(sheet)
          .filter((selector) => reaches(used, selector))
          .map(({ text }) => `${component} has '${text}' of ${sheet} on ${having} of ${on.length} pages`)
      })
    })
  expect(leaks).toEqual([])
})

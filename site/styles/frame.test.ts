import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const site = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(site, path), 'utf8')
const classesIn = (text: string) => [...text.matchAll(/\.(-?[a-z][\w-]*)/gi)].map(([, name = '']) => name)

/** Parts that every page of the site has around its content. */
const frame = [
  ...globSync('components/header/*.astro', { cwd: site }),
  'components/Footer.astro',
  'components/Toasts.astro',
]
const frameClasses = new Set(
  frame.flatMap((path) => [...read(path).matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))),
)

/** Style sheets of some pages alone. */
const ofEveryPage = new Set([...read('styles/site.css').matchAll(/"\.\/([^"]+)"/g)].map(([, path]) => `styles/${path}`))
const ofSomePages = globSync('styles/**/*.css', { cwd: site }).filter(
  (path) => path !== 'styles/site.css' && !path.startsWith('styles/tokens/') && !ofEveryPage.has(path),
)

/** The selectors of a style sheet, one for each comma outside parentheses. */
function selectorsIn(css: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\/|@import[^;]*;/g, '').matchAll(/([^{};]+)\{/g)
  return [...rules].flatMap(([, prelude = '']) =>
    prelude.trim().startsWith('@') ? [] : prelude.split(/,(?![^(]*\))/).map((selector) => selector.trim()),
  )
}

it('no style sheet of some pages reaches the header, the footer or the toasts', () => {
  expect(frameClasses).toContain('links')
  expect(ofSomePages).toContain('styles/account.css')
  const reaching = ofSomePages.flatMap((path) =>
    selectorsIn(read(path)).flatMap((selector) => {
      const classes = classesIn(selector)
      const reaches = classes.length > 0 && classes.every((name) => frameClasses.has(name))
      return reaches ? [`${path}: ${selector}`] : []
    }),
  )
  expect(reaching).toEqual([])
})

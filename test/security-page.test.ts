import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8')

/** The numbers of the requirements of OWASP ASVS 5.0.0 at levels 1 and 2, by section. */
const sections: { [section: string]: string } = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
}

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
const all = Object.entries(sections).flatMap(([section, numbers]) => {
  const [first = 0, last = first] = numbers.split('-').map(Number)
  return upTo(first, last).map((number) => `${section}.${number}`)
})

/** '10.3.1 to 10.3.4' stands for all between, in the order of the standard. */
function requirementsIn(cell: string): string[] {
  const [first = '', last = first] = cell.split(' to ')
  return all.slice(all.indexOf(first), all.indexOf(last) + 1)
}

const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+(?: to \d+\.\d+\.\d+)?) +\| [12] +\| [^|]+ \| (.+?) +\|$/gm)].map(
  ([, cell = '', shownBy = '']) => ({ requirements: requirementsIn(cell), shownBy }),
)

it('the security page has every requirement of levels 1 and 2 of OWASP ASVS 5.0.0, once and in order', () => {
  expect(all).toHaveLength(253)
  expect(rows.flatMap(({ requirements }) => requirements)).toEqual(all)
})

it('every test that the security page names is there, under that name', () => {
  const named = [...page.matchAll(/`([^`]+\.(?:test|spec)\.ts)`: _(.+?)_(?=[;.]| +\|)/g)].map(
    ([, file = '', name = '']) => ({
      file,
      name,
    }),
  )
  expect(named.length).toBeGreaterThan(200)
  const literal = (name: string) =>
    new RegExp(`['"\`](?:\\$\\{\\w+\\} )?${name.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')}['"\`]`)
  const missing = named.filter(({ file, name }) => !literal(name).test(readFileSync(join(root, file), 'utf8')))
  expect(missing).toEqual([])
})

it('unmet requirements of the security page are listed at its end, and nothing else', () => {
  const unmet = rows
    .filter(({ shownBy }) => shownBy.includes('**not met**'))
    .flatMap(({ requirements }) => requirements)
  const [, end = ''] = page.split('## Not met yet')
  expect(end.match(/\d+\.\d+\.\d+/g)).toEqual(unmet)
})

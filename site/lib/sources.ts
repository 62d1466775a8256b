import { notRecorded } from '../../records/names.ts'
import { isFrom, nameStep } from '../../records/origins.ts'
import { fieldLabel } from './labels.ts'

type Source = { readonly [part: string]: string | null }

const partsOf = (source: Source) =>
  Object.entries(source).flatMap(([part, value]) => (value === null ? [] : [[part, value] as const]))

/** Every part of a source with its name. */
export function fullSource(source: Source | null): string {
  if (!source) return notRecorded
  return (
    partsOf(source)
      .map(([part, value]) => `${fieldLabel(part)}: ${value}`)
      .join(', ') || 'None'
  )
}

type Counted = { name: string; count: number }

/** More would be no choice. */
const maxChoices = 100

/**
 * The choices of a list's filter, the most frequent first: the sources of its rows, and the beginning that several of them
 * share, such as all links on one site. `chosen` is always among them.
 */
export function sourceChoices(found: readonly Counted[], chosen = ''): [name: string, label: string][] {
  const beginnings = found.map(({ name }) => name.split(nameStep)[0] ?? name)
  const shared = beginnings.filter((beginning, at) => beginnings.indexOf(beginning) !== at)
  const counted = (asked: string): Counted => ({
    name: asked,
    count: found.reduce((sum, { name, count }) => (isFrom(name, asked) ? sum + count : sum), 0),
  })
  const offered = [...new Set([...found.map(({ name }) => name), ...shared])]
    .map(counted)
    .sort((a, b) => b.count - a.count)
    .slice(0, maxChoices)
  if (chosen !== '' && !offered.some(({ name }) => name === chosen)) offered.push(counted(chosen))
  return offered.map(({ name, count }) => [name, `${name} (${count.toLocaleString('en-US')})`])
}

/** The number of rows from each source. */
export function countedSources(names: readonly string[]): Counted[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count }))
}

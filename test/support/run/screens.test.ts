import { expect, it } from 'vitest'
import { screens, unvisited } from './screens.ts'

const all = screens().map(({ file }) => file)

it('knows every page of the site', () => {
  expect(all).toEqual(expect.arrayContaining(['index.astro', 'events/[id].astro', 'news/older/[page].astro']))
  expect(unvisited([])).toEqual(all)
})

it.each([
  ['200 /', 'index.astro'],
  ['200 /events/12', 'events/[id].astro'],
  ['200 /events/cancel', 'events/cancel.astro'],
  ['200 /forum/threads/3', 'forum/threads/[id].astro'],
  ['200 /forum/general/2', 'forum/[slug]/[...page].astro'],
  ['404 /news/999', 'news/not-found.astro'],
  ['404 /nothing', '404.astro'],
])('%s shows %s', (visit, file) => {
  expect(unvisited([visit])).toEqual(all.filter((other) => other !== file))
})

it.each(['302 /dashboard', '500 /prayers', '200 /nothing'])('%s shows none', (visit) => {
  expect(unvisited([visit])).toEqual(all)
})

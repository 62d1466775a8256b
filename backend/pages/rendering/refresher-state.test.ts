import { expect, it } from 'vitest'
import {
  createRefresherState,
  isListingDue,
  noteDatabaseAway,
  noteListed,
  noteVersions,
  noteWait,
  noteWork,
  startsWarmUp,
} from './refresher-state.ts'

const polling = { poll: 250, hasHints: true }
const create = () => createRefresherState(polling)

it('knows no versions and no database before the first look', () => {
  expect(create()).toMatchObject({ versions: null, isDatabaseReachable: false, isRestored: false })
})

it('keeps the last versions while the database is away', () => {
  const state = create()
  const versions = new Map([['news', { version: 3, edition: '1/0' }]])
  noteVersions(state, versions)
  expect(state).toMatchObject({ versions, isDatabaseReachable: true })
  noteDatabaseAway(state)
  expect(state).toMatchObject({ versions, isDatabaseReachable: false })
})

it('reports an outage once, and the next one again', () => {
  const state = create()
  expect(noteDatabaseAway(state)).toBe(false)
  noteVersions(state, new Map())
  expect([noteDatabaseAway(state), noteDatabaseAway(state)]).toEqual([true, false])
  noteVersions(state, new Map())
  expect(noteDatabaseAway(state)).toBe(true)
})

it('waits twice as long after each pause without a hint, up to three seconds', () => {
  const state = create()
  const pauses: number[] = []
  for (let look = 0; look < 6; look++) {
    pauses.push(state.pause)
    noteWait(state, state.pause, polling)
  }
  expect(pauses).toEqual([250, 500, 1000, 2000, 3000, 3000])
})

it('takes a timer that ends a little early for a whole pause', () => {
  const state = create()
  noteWait(state, 246, polling)
  expect(state.pause).toBe(500)
})

it('waits briefly again after a hint, and after work', () => {
  const state = create()
  noteWait(state, 250, polling)
  noteWait(state, 10, polling)
  expect(state.pause).toBe(250)
  noteWait(state, 250, polling)
  noteWork(state, polling)
  expect(state.pause).toBe(250)
})

it('always waits equally long where no hints come, and never less than it polls', () => {
  const state = create()
  noteWait(state, 250, { ...polling, hasHints: false })
  expect(state.pause).toBe(250)
  const rare = { poll: 10_000, hasHints: true }
  const unhurried = createRefresherState(rare)
  noteWait(unhurried, 10_000, rare)
  expect(unhurried.pause).toBe(10_000)
})

it('writes the sitemap when nothing is left to do, and at most once per poll before that', () => {
  const state = create()
  expect(isListingDue(state, { isMore: true, now: 1 })).toBe(true)
  noteListed(state, 1, polling)
  expect(isListingDue(state, { isMore: true, now: 251 })).toBe(false)
  expect(isListingDue(state, { isMore: true, now: 252 })).toBe(true)
  expect(isListingDue(state, { isMore: false, now: 2 })).toBe(true)
})

it('loads Astro once, after the first look that leaves nothing to do', () => {
  const state = create()
  const starts = [true, false, false].map((isMore) => startsWarmUp(state, { isMore }))
  expect(starts).toEqual([false, true, false])
})

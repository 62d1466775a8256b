import { expect, it } from 'vitest'
import { createPaces } from './pace.ts'

/** When each of `count` emails may leave, in ms, if all ask at once. */
const times = (paces: ReturnType<typeof createPaces>, providers: string[]) =>
  providers.map((provider) => Math.round(paces.take(provider, 0)))

it('spaces emails evenly, after a burst of a tenth of a second', () => {
  const paces = createPaces({ perSecond: 20, perProvider: null })
  expect(times(paces, ['a', 'b', 'a', 'b', 'a'])).toEqual([0, 0, 0, 50, 100])
  expect([paces.isBusy(0, 200), paces.isBusy(0, 50)]).toEqual([false, true])
})

it('limits each provider separately', () => {
  const paces = createPaces({ perSecond: null, perProvider: 10 })
  expect(times(paces, ['a', 'a', 'a', 'b'])).toEqual([0, 0, 100, 0])
  expect(paces.busy(0, 150)).toEqual(['a'])
  expect(paces.busy(1000, 150)).toEqual([])
})

it('shares the limits with other processes', () => {
  let processes = 1
  const paces = createPaces({ perSecond: null, perProvider: 10, senders: () => processes })
  expect(times(paces, ['a', 'a'])).toEqual([0, 0])
  processes = 3
  expect(times(paces, ['a', 'a'])).toEqual([100, 400])
})

it('does not wait without limits', () => {
  const paces = createPaces({ perSecond: null, perProvider: null })
  expect(times(paces, ['a', 'a', 'a'])).toEqual([0, 0, 0])
})

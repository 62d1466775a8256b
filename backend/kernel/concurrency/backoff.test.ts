import { expect, it } from 'vitest'
import { pauseAfter } from './backoff.ts'

it('doubles the pause after each failure, up to the maximum', () => {
  const backoff = { first: 100, max: 500 }
  expect([0, 1, 2, 3, 4, 2000].map((failures) => pauseAfter(failures, backoff))).toEqual([100, 200, 400, 500, 500, 500])
})

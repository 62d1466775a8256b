import { expect, test } from 'vitest'
import { everyHour } from './email-campaign-curve.ts'

test('empty hours are part of the curve, which spans at least a day', () => {
  const point = { hour: 2, accepted: 5, clicked: 1, unsubscribed: 0 }
  const hours = everyHour([point])
  expect(hours).toHaveLength(24)
  expect(hours.slice(1, 4)).toEqual([
    { hour: 1, accepted: 0, clicked: 0, unsubscribed: 0 },
    point,
    { hour: 3, accepted: 0, clicked: 0, unsubscribed: 0 },
  ])
  expect(everyHour([{ ...point, hour: 100 }])).toHaveLength(101)
})

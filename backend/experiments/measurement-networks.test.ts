import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database/database.ts'
import { createMeasurementCaps } from './measurement-caps.ts'
import { createMeasurementCounts } from './measurement-counts.ts'

/** In one /56, each in a /64 of its own. */
const addresses = (count: number) =>
  Array.from({ length: count }, (_, n) => `2001:db8:1:${(n % 256).toString(16)}::${n.toString(16)}`)

it('a flood from one IPv6 block counts as one, however many of its networks take part', () => {
  const caps = createMeasurementCaps({ perAddress: 100 })
  const floods = addresses(500).map((address) => caps.isFlood(null, address))
  expect(floods.filter((isFlood) => !isFlood)).toHaveLength(200)
  expect(caps.isFlood(null, '2001:db8:2::1')).toBe(false)
})

it('twice as many reports count as from one network, and the rest is marked', async () => {
  const { pool } = await createTestDatabase()
  const counts = createMeasurementCounts(pool, Buffer.alloc(32, 1))
  const outcomes = await Promise.all(addresses(1500).map((address) => counts.take(null, address)))
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1200)
  expect(await counts.take(null, '2001:db8:2::1')).toBeNull()
})

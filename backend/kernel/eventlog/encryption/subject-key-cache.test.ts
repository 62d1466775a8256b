import { expect, it } from 'vitest'
import { createSubjectKeyCache } from './subject-key-cache.ts'

const key = Buffer.alloc(32, 1)

it('keeps keys in use, and drops the others', () => {
  const cache = createSubjectKeyCache({ size: 8 })
  cache.keep('used', key)
  cache.keep('unused', key)
  for (let n = 0; n < 20; n++) {
    cache.keep(`other ${n}`, key)
    expect(cache.get('used')).toBe(key)
  }
  expect(cache.get('unused')).toBeUndefined()
  const kept = Array.from({ length: 20 }, (_, n) => cache.get(`other ${n}`)).filter((found) => found !== undefined)
  expect(kept.length).toBeLessThanOrEqual(8)
})

it('serves a key until it expires, and an erasure forever', () => {
  let time = 0
  const cache = createSubjectKeyCache({ size: 8, ttl: 5_000, now: () => time })
  cache.keep('alive', key)
  cache.keep('erased', 'erased')
  expect([cache.get('alive'), cache.get('erased')]).toEqual([key, 'erased'])
  time = 5_000
  expect([cache.get('alive'), cache.get('erased')]).toEqual([undefined, 'erased'])
  expect(cache.keep('alive', key)).toBe(key)
  expect(cache.get('alive')).toBe(key)
})

it('ignores a key that was read before the erasure and arrives after it', () => {
  const cache = createSubjectKeyCache({ size: 8 })
  cache.keep('person', key)
  cache.keep('person', 'erased')
  for (const other of ['a', 'b', 'c', 'd']) cache.keep(other, key)
  expect(cache.keep('person', key)).toBe('erased')
  expect(cache.get('person')).toBe('erased')
})

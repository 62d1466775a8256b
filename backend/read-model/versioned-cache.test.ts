import { expect, it } from 'vitest'
import { createVersionedCache } from './versioned-cache.ts'

it('reads a value once per version, and keeps those requested last', async () => {
  const cached = createVersionedCache<string>({ size: 2 })
  const reads: string[] = []
  const read = (key: string, version: string) =>
    cached(key, version, async () => {
      reads.push(key + version)
      return key + version
    })
  for (const [key, version] of [
    ['a', '1'],
    ['a', '1'],
    ['a', '2'],
    ['b', '1'],
    ['a', '2'],
    ['c', '1'],
    ['a', '2'],
    ['b', '1'],
  ] as const)
    expect(await read(key, version)).toBe(key + version)
  expect(reads).toEqual(['a1', 'a2', 'b1', 'c1', 'b1'])
})

it('returns the old value while a new one is read in the background, once at a time', async () => {
  let now = 0
  const cached = createVersionedCache<number>({ size: 2, renewEvery: 5 }, () => now)
  const never = () => Promise.reject(new Error('read too soon'))
  expect(await cached('a', '1', async () => 1)).toBe(1)
  now = 4
  expect(await cached('a', '2', never)).toBe(1)
  now = 5
  const renewal = Promise.withResolvers<number>()
  expect(await cached('a', '2', () => renewal.promise)).toBe(1)
  expect(await cached('a', '2', never)).toBe(1)
  renewal.resolve(2)
  await new Promise(setImmediate)
  expect(await cached('a', '2', never)).toBe(2)
})

it('does not cache a failed read', async () => {
  const cached = createVersionedCache<number>({ size: 2 })
  await expect(cached('a', '1', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await cached('a', '1', async () => 1)).toBe(1)
})

it('keeps as much as its size allows, and computes a value once for concurrent callers', async () => {
  const cached = createVersionedCache<string>({ size: 5, weigh: (text) => text.length })
  const reads: string[] = []
  const read = (key: string) =>
    cached(key, '1', async () => {
      reads.push(key)
      return key
    })
  await Promise.all([read('aa'), read('aa')])
  await read('bb')
  await read('ccc')
  await read('bb')
  await read('too long')
  await read('aa')
  expect(reads).toEqual(['aa', 'bb', 'ccc', 'too long', 'aa'])
})

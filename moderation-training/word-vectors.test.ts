import { expect, it } from 'vitest'
import { shape } from '../backend/moderation/network.ts'
import { createRandom } from './random.ts'
import { decodeWordVectors, encodeWordVectors, readWordVectors, reduced, type WordVectors } from './word-vectors.ts'

const likeness = (vectors: WordVectors, a: string, b: string) =>
  [...(vectors.get(a) ?? [])].reduce((sum, value, at) => sum + value * (vectors.get(b)?.[at] ?? 0), 0)

/** Twelve numbers a word: three tell the kinds apart, the others are noise. */
function kinds(): WordVectors {
  const random = createRandom(1)
  return new Map(
    ['cat', 'dog', 'cow', 'runs', 'eats', 'sleeps', 'here', 'there', 'away'].map((word, at) => [
      word,
      Float32Array.from({ length: 12 }, (_, one) => (one === Math.floor(at / 3) ? 5 : 0) + random()),
    ]),
  )
}

it('words of one kind stay close on fewer axes, and others apart', () => {
  const few = reduced(kinds(), 2)
  expect(likeness(few, 'cat', 'dog')).toBeGreaterThan(0.9)
  expect(likeness(few, 'runs', 'sleeps')).toBeGreaterThan(0.9)
  expect(likeness(few, 'cat', 'runs')).toBeLessThan(0)
  expect(likeness(few, 'cat', 'cat')).toBeCloseTo(1)
})

it('are read from a file as they were written, except for rounding', () => {
  const few = reduced(kinds(), 4)
  const read = decodeWordVectors(encodeWordVectors(few))
  expect([...read.keys()]).toEqual([...few.keys()])
  for (const [word, vector] of few)
    for (const [at, value] of vector.entries()) expect(read.get(word)?.[at]).toBeCloseTo(value, 1)
})

it('are read from nothing else', () => {
  const file = encodeWordVectors(reduced(kinds(), 4))
  for (const bytes of [new Uint8Array(), file.subarray(0, -1), file.subarray(4), new TextEncoder().encode('a\nb\nc')])
    expect(() => decodeWordVectors(bytes)).toThrow('This is not a word vector file')
})

it('that ship fit the network and know which words are close', async () => {
  const vectors = await readWordVectors()
  expect(vectors.size).toBe(80_000)
  expect(vectors.get('the')).toHaveLength(shape.size)
  expect(likeness(vectors, 'vermin', 'cockroaches')).toBeGreaterThan(0.6)
  expect(likeness(vectors, 'vermin', 'senator')).toBeLessThan(0.2)
})

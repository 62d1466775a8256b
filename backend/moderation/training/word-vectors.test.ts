import { expect, it } from 'vitest'
import { createRandom, pick } from './random.ts'
import { wordVectors } from './word-vectors.ts'

const nouns = ['cat', 'dog', 'cow', 'hen']
const verbs = ['runs', 'eats', 'sleeps', 'jumps']
const places = Array.from({ length: 60 }, (_, at) => `place${at}`)

/** Nouns stand before verbs, verbs before places; a word is replaced by others of its kind. */
function sentences(seed: number): string[][] {
  const random = createRandom(seed)
  return Array.from({ length: 2000 }, () => [
    'the',
    pick(nouns, random),
    pick(verbs, random),
    'at',
    pick(places, random),
  ])
}

const likeness = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

it('words that keep the same company are near each other', () => {
  const vectors = wordVectors(sentences(1), 8, 1)
  const near = (a: string, b: string) =>
    likeness(vectors.get(a) ?? new Float32Array(8), vectors.get(b) ?? new Float32Array(8))
  expect(near('cat', 'dog')).toBeGreaterThan(0.9)
  expect(near('runs', 'jumps')).toBeGreaterThan(0.9)
  expect(near('cat', 'runs')).toBeLessThan(0.5)
  expect(near('cat', 'cat')).toBeCloseTo(1)
})

it('are the same from the same seed', () => {
  expect(wordVectors(sentences(1), 8, 3)).toEqual(wordVectors(sentences(1), 8, 3))
})

it('are none for words seen less than five times, or where there are too few words', () => {
  const rare = [...sentences(1), ['unicorn', 'at', 'place1']]
  expect(wordVectors(rare, 8, 1).has('unicorn')).toBe(false)
  expect(wordVectors([['a', 'b']], 8, 1).size).toBe(0)
})

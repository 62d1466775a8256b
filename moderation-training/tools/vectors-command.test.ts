import { expect, it } from 'vitest'
import { shape } from '../../backend/moderation/network.ts'
import { decodeWordVectors } from '../word-vectors.ts'
import { usage, vectorsCommand } from './vectors-command.ts'

function run(text: string, ...words: string[]) {
  const printed: string[] = []
  const saved: Uint8Array[] = []
  const code = vectorsCommand(words, {
    read: () => text,
    print: (line) => printed.push(line),
    save: (bytes) => saved.push(bytes),
  })
  return { code, printed, saved }
}

const dimensions = shape.size + 2
const numbers = (word: number) => Array.from({ length: dimensions + 2 }, (_, at) => ((word + 1) * (at + 3)) % 17)

it('keeps words of letters, in their order', () => {
  const words = ['the', ',', 'of', '1990', "o'clock", 'x-ray', 'Été']
  const vectors = Object.fromEntries(words.map((word, at) => [word, numbers(at)]))
  const { code, saved } = run(JSON.stringify({ dimensions, words, vectors }), 'file.json')
  expect(code).toBe(0)
  const kept = decodeWordVectors(saved[0] ?? new Uint8Array())
  expect([...kept.keys()]).toEqual(['the', 'of', "o'clock", 'x-ray'])
  expect(kept.get('of')).toHaveLength(shape.size)
})

it.each([[[]], [['--file', 'x']], [['one', 'two']]])('explains itself when it is called with %j', (words) => {
  expect(run('', ...words)).toEqual({ code: 2, printed: [usage], saved: [] })
})

it.each([
  'no JSON',
  '{}',
  JSON.stringify({ dimensions: 3, words: [], vectors: {} }),
  JSON.stringify({ dimensions, words: ['the'], vectors: {} }),
  JSON.stringify({ dimensions, words: ['the'], vectors: { the: [1, 2] } }),
])('writes nothing when the file holds something else: %s', (text) => {
  const { code, printed, saved } = run(text, 'file.json')
  expect({ code, saved }).toEqual({ code: 1, saved: [] })
  expect(printed[0]).toMatch(/^The vectors could not be read: /)
})

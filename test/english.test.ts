import { expect, it } from 'vitest'
import { isCounted, measured, openersIn, usesIn } from './english.ts'

it('lists each use with its file, line and word', () => {
  expect(usesIn('a.ts', '// Nobody waits.\nlet whomever\n// For whom? Meanwhile, nobody.')).toEqual([
    'a.ts:1 Nobody',
    'a.ts:3 whom',
    'a.ts:3 Meanwhile',
    'a.ts:3 nobody',
  ])
})

it('finds nothing in a text that names its actors', () => {
  expect(usesIn('a.ts', 'The caller waits for the writer at nobody@example.org.')).toEqual([])
})

it.each([
  ['backend/app.ts', true],
  ['site/pages/index.astro', true],
  ['docs/scaling.md', true],
  ['docs/spec/product.md', false],
  ['moderation-training/templates/insults.ts', false],
  ['backend/moderation/lexicon-people.ts', false],
  ['ops/prometheus.yml', false],
])('counts %s: %s', (file, isIn) => {
  expect(isCounted(file)).toBe(isIn)
})

it('gives the rate per 10,000 words of all files together', () => {
  const texts = new Map([
    ['a.ts', `${'word '.repeat(4999)}nobody`],
    ['b.ts', 'word '.repeat(5000)],
  ])
  expect(measured(texts)).toEqual({ uses: ['a.ts:1 nobody'], rate: 1 })
})

it('lists comments of code that open with What, Whether or How', () => {
  const text = `/** Whether it is open. */
let isOpen = true // What it says.
/**
 * How it ends.
 */
// A first line.
// What follows belongs to it.
const url = 'https://How'
{/* What stands here. */}
`
  expect(openersIn('a.tsx', text)).toEqual(['a.tsx:1 Whether', 'a.tsx:2 What', 'a.tsx:9 What', 'a.tsx:4 How'])
  expect(openersIn('a.md', text)).toEqual([])
})

it('finds nothing in a comment that starts with its subject', () => {
  expect(openersIn('a.ts', '/** True when it is open. */\n// Number of rows. What waits does not count.\n')).toEqual([])
})

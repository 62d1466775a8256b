import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { ownPath } from './fields.ts'
import { ownPathOf } from './own-path.ts'

const site = 'https://campaign.example'

test.each([
  ['/forum?category=1#reply', '/forum?category=1#reply'],
  ['/news/../events', '/events'],
  ['/', '/'],
])('%s is a page of this site', (text, path) => {
  expect(ownPathOf(text)).toBe(path)
  expect(ownPath.parse(text)).toBe(path)
})

test.each([
  '/.//evil.example',
  '/./..//evil.example',
  '/%2e//evil.example',
  '/news/%2E%2e//evil.example',
  '/.\\/evil.example',
  '/.\t//evil.example',
  '/\n/evil.example',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'forum',
  '',
])('%j is not', (text) => {
  expect(ownPathOf(text)).toBeNull()
  expect(ownPath.safeParse(text).error?.issues[0]?.message).toMatch(/path on this site|required/)
})

// Mostly what parsers of addresses disagree on, and sometimes anything.
const piece = constantFrom(
  '/',
  '.',
  '..',
  '%2e',
  '%2F',
  '\\',
  '%5c',
  '\t',
  '\r\n',
  '\0',
  '@',
  ':',
  '?',
  '#',
  'evil.example',
)
const address = array(oneof(piece, piece, string({ unit: 'binary', maxLength: 3 })), { maxLength: 12 })

test('whatever was asked for, the result is resolved to this site again', () => {
  assert(
    property(address, (pieces) => {
      const path = ownPathOf(`/${pieces.join('')}`)
      if (path === null) return
      expect(path).toMatch(/^\/(?!\/)/)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
      expect(path).not.toMatch(/[\\\u0000-\u001f\u007f]/)
      const again = new URL(path, site)
      expect([again.origin, again.pathname + again.search + again.hash]).toEqual([site, path])
      expect(ownPathOf(path)).toBe(path)
    }),
    { numRuns: 5_000 },
  )
})

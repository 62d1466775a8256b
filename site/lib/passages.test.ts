import { expect, it } from 'vitest'
import { passagesOf } from './passages.ts'

const marked = (...parts: Parameters<typeof passagesOf>) =>
  passagesOf(...parts)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('')

it('marks the passages, in the order of the text', () => {
  expect(
    marked('a vile and vile word', [
      { start: 11, end: 15 },
      { start: 2, end: 6 },
    ]),
  ).toBe('a [vile] and [vile] word')
  expect(marked('calm', [])).toBe('calm')
})

it('finds a text within the one that was judged, and never loses a letter', () => {
  const spans = [{ start: 2, end: 9 }]
  expect(marked('title', spans)).toBe('ti[tle]')
  expect(marked('content', spans, 6)).toBe('[con]tent')
  expect(marked('abc', [{ start: 1, end: 99 }])).toBe('a[bc]')
  expect(
    marked('abcdef', [
      { start: 1, end: 4 },
      { start: 2, end: 5 },
    ]),
  ).toBe('a[bcd][e]f')
})

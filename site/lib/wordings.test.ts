import { expect, it } from 'vitest'
import { wordingAt } from './wordings.ts'

const turn = (hash: string, since: string) => ({ wordingId: 'privacy', hash, text: hash, since, until: null })
/** Newest first, as they are listed; 'old' came back. */
const all = [
  turn('old', '2026-05-01T00:00:00Z'),
  turn('new', '2026-03-01T00:00:00Z'),
  turn('old', '2026-01-01T00:00:00Z'),
]

it('finds the turn of a wording that a person read', () => {
  const sinceOf = (hash: string, at: string) => wordingAt(all, 'privacy', hash, at)?.since.slice(0, 10)
  expect(sinceOf('old', '2026-02-01T00:00:00Z')).toBe('2026-01-01')
  expect(sinceOf('old', '2026-06-01T00:00:00Z')).toBe('2026-05-01')
  expect(sinceOf('new', '2026-06-01T00:00:00Z')).toBe('2026-03-01')
  // Another process had shown it already.
  expect(sinceOf('new', '2026-02-28T23:59:59Z')).toBe('2026-03-01')
  expect(wordingAt(all, 'prayers', 'old', '2026-06-01T00:00:00Z')).toBeUndefined()
})

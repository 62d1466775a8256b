import { expect, it } from 'vitest'
import { reasonFor, type Verdict } from './screening.ts'

const verdict = (suggestion: Verdict['suggestion'], violationType: Verdict['violationType']): Verdict => ({
  violationType,
  confidence: 50,
  reason: 'As the moderator said.',
  suggestion,
  spans: [],
  moderator: 'test-1',
})

it.each([
  ['approve', 'approved'],
  ['review', 'approved'],
  ['review', 'held'],
  ['reject', 'held'],
  ['reject', 'refused'],
] as const)('the reason is the moderator’s own where it fits: %s, %s', (suggestion, outcome) =>
  expect(reasonFor(verdict(suggestion, 'spam'), outcome)).toBe('As the moderator said.'),
)

it('nobody who is refused reads that a person will look at it', () => {
  expect(reasonFor(verdict('review', 'threats'), 'refused')).toBe('This post was taken for a threat.')
  expect(reasonFor(verdict('approve', 'none'), 'refused')).toBe(
    'The check was not sure enough of this post to publish it.',
  )
})

it('nobody who waits reads that nothing was found', () =>
  expect(reasonFor(verdict('approve', 'none'), 'held')).toBe(
    'The check was not sure about this post, so a person will look at it.',
  ))

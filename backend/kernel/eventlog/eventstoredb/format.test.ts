import { expect, it } from 'vitest'
import { comparePositions } from './format.ts'

it('orders positions by commit and then by prepare, however large', () => {
  const ordered = [
    '0/0',
    '9/9',
    '10/2',
    '10/10',
    '9007199254740992/0',
    '9007199254740993/0',
    '18446744073709551614/1',
    '18446744073709551615/0',
  ]
  expect(ordered.toReversed().sort(comparePositions)).toEqual(ordered)
  for (const position of ordered) expect(comparePositions(position, position)).toBe(0)
})

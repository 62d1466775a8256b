import { expect, test } from 'vitest'
import { leftOutReasons } from './email-segments.ts'
import { leftOutBecause } from './left-out-words.ts'

test('every reason of the contract ends a sentence; an answer of a mail server stands in parentheses', () => {
  for (const reason of leftOutReasons) expect(leftOutBecause(reason)).toMatch(/^ because /)
  expect(leftOutBecause('550 5.1.1')).toBe(' (550 5.1.1)')
  expect(leftOutBecause(null)).toBe('')
})

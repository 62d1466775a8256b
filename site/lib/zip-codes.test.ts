import { expect, it } from 'vitest'
import { fiveDigits } from './zip-codes.ts'

it.each([
  ['47901', '47901'],
  ['47901-1234', '47901'],
  ['479011', ''],
  ['K1A 0B6', ''],
  ['', ''],
  [null, ''],
])('a form begins with the five digits of %s', (zipCode, digits) => expect(fiveDigits(zipCode)).toBe(digits))

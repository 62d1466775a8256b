import { expect, test } from 'vitest'
import { districtShareOf } from './district.ts'

const list = new Map([
  ['47901', 1],
  ['47905', 0.43],
])

test.each([
  ['a ZIP code of the list', '47901', 1],
  ['one that is split', '47905', 0.43],
  ['one with its four further digits, as in a file', '47905-1234', 0.43],
  ['any other', '46201', 0],
  ['none', null, null],
  ['the code of another country', 'K1A 0B6', null],
  ['a longer number', '479051', null],
])('%s lies in the district by its share', (_, zipCode, share) => {
  expect(districtShareOf(zipCode, list)).toBe(share)
  expect(districtShareOf(zipCode, null)).toBeNull()
})

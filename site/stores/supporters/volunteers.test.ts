import { expect, test } from 'vitest'
import { prefillOf } from './volunteers.ts'

test('no fields are filled in for a visitor who is not signed in', () => {
  expect(prefillOf({ status: 'unknown' })).toEqual({})
  expect(prefillOf({ status: 'signed-out' })).toEqual({})
})

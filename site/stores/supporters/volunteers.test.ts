import { expect, test } from 'vitest'
import * as contract from '../../../contract/volunteers.ts'
import { availabilities } from '../../lib/availabilities.ts'
import { prefillOf } from './volunteers.ts'

// The contract imports a schema library, so the browser has its own copy of the list.
test('the form offers what the contract accepts', () => {
  expect(availabilities).toEqual(contract.availabilities)
})

test('no fields are filled in for a visitor who is not signed in', () => {
  expect(prefillOf({ status: 'unknown' })).toEqual({})
  expect(prefillOf({ status: 'signed-out' })).toEqual({})
})

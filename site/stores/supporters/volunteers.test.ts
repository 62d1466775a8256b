import { expect, test } from 'vitest'
import * as contract from '../../../contract/volunteers.ts'
import { availabilities, interests, prefillOf } from './volunteers.ts'

// The contract brings a schema library along, so that the browser has its own copy of the two lists.
test('the form offers what the contract takes', () => {
  expect(availabilities).toEqual(contract.availabilities)
  expect(interests).toEqual(contract.interests)
})

test('nobody signed in: nothing is filled in', () => {
  expect(prefillOf({ status: 'unknown' })).toEqual({})
  expect(prefillOf({ status: 'signed-out' })).toEqual({})
})

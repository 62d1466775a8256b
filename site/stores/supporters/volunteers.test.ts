import { expect, test } from 'vitest'
import * as contract from '../../../contract/volunteers.ts'
import { availabilities } from '../../lib/availabilities.ts'
import { prefillOf } from './volunteers.ts'

// The contract brings a schema library along, so that the browser has its own copy of the list.
test('the form offers what the contract takes', () => {
  expect(availabilities).toEqual(contract.availabilities)
})

test('nobody signed in: nothing is filled in', () => {
  expect(prefillOf({ status: 'unknown' })).toEqual({})
  expect(prefillOf({ status: 'signed-out' })).toEqual({})
})

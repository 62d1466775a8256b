import { expect, it } from 'vitest'
import { setRights } from '../../records/staff-sets.ts'
import { rightGroups } from './right-groups.ts'

it('lists each right that a role of the campaign’s own can choose, once', () => {
  const listed: string[] = rightGroups.flatMap(({ rights }) => [...rights])
  expect(listed.toSorted()).toEqual(setRights.filter((right) => right !== 'console').toSorted())
})

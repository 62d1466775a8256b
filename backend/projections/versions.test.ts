import { expect, it } from 'vitest'
import { projections } from './index.ts'

it('the version of every projection fits into a column of PostgreSQL', () => {
  expect(projections.length).toBeGreaterThan(20)
  expect(projections.filter(({ version }) => version > 2_147_483_647)).toEqual([])
})

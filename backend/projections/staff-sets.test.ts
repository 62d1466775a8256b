import { expect, it } from 'vitest'
import { changesBy, recorded } from '../../test/support/log/projected.ts'
import { insert, update } from '../kernel/projector/projection.ts'
import { staffSetsProjection as projection } from './staff-sets.ts'

it('a role of the campaign’s own is a row under its key, which a change replaces', () => {
  const data = { setId: 3, name: 'Prayer desk', rights: ['console', 'prayers'], reason: null }
  expect(changesBy(projection, recorded({ type: 'StaffSetDefined', data }))).toEqual([
    insert('staff_sets', {
      ...{ id: 3, key: 'set-3', name: 'Prayer desk', rights: ['console', 'prayers'], is_removed: false },
    }),
  ])
})

it('a role that was removed keeps its name, for histories', () => {
  const event = recorded({ type: 'StaffSetRemoved', data: { setId: 3, reason: 'Closed.' } })
  expect(changesBy(projection, event)).toEqual([update('staff_sets', { id: 3 }, { is_removed: true })])
})

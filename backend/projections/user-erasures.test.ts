import { expect, it } from 'vitest'
import { recorded, ruth } from '../../test/support/log/projected.ts'
import { eraseItems } from './user-erasures.ts'

it('the items of a topic are erased in the table that holds them, whatever it is called', () => {
  const items = [
    { topic: 'rsvps', id: 3 },
    { topic: 'prayers', id: 4 },
    { topic: 'rsvps', id: 5 },
  ] as const
  const erasure = recorded({ type: 'UserErased', data: { userId: 7, subject: ruth, shared: [], items: [...items] } })
  expect(eraseItems(erasure, 'rsvps', { table: 'guests', set: { name: 'Erased' } })).toEqual([
    { kind: 'update', table: 'guests', key: { id: 3 }, set: { name: 'Erased' } },
    { kind: 'update', table: 'guests', key: { id: 5 }, set: { name: 'Erased' } },
  ])
})

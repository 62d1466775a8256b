import { expect, test } from 'vitest'
import { inFieldOrder } from './history-fields.ts'

const names = (fields: { [name: string]: unknown }) => inFieldOrder(fields).map(([name]) => name)

test('fields stand in the order in which people read, however the server sends them', () => {
  expect(names({ email: 'a', prayer: 'b', status: 'Pending', location: null, firstName: 'c' })).toEqual([
    'status',
    'firstName',
    'email',
    'location',
    'prayer',
  ])
})

test('fields without a place follow by name', () => {
  expect(names({ zeal: 1, constructor: 2, beauty: 3, title: 4 })).toEqual(['title', 'beauty', 'constructor', 'zeal'])
})

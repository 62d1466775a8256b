import { expect, it } from 'vitest'
import { addressOf, defaultFilter, filterFrom } from './queue-filter.ts'

it.each([
  ['', {}],
  ['?status=appealed', { status: 'appealed' }],
  [
    '?status=decided&contentType=thread&violationType=spam',
    {
      status: 'decided',
      contentType: 'thread',
      violationType: 'spam',
    },
  ],
  ['?violationType=none', { violationType: 'none' }],
] as const)('/moderation%s is a choice, and the choice has this address', (search, chosen) => {
  expect(filterFrom(search)).toEqual({ ...defaultFilter, ...chosen })
  expect(addressOf({ ...defaultFilter, ...chosen })).toBe(`/moderation${search}`)
})

it.each([
  '?status=pending&contentType=all&violationType=all',
  '?status=DECIDED&contentType=toString&violationType=__proto__',
  '?status=&status=decided&page=2&%ff=%',
])('/moderation%s chooses nothing', (search) => {
  expect(filterFrom(search)).toEqual(defaultFilter)
})

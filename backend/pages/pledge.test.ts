import { expect, it } from 'vitest'
import { pledgeAt } from './pledge.ts'

const dates = { launch: 'August 1, 2025', deadline: 'January 31, 2026' }

it('is ahead before the day of the launch, open until the deadline has passed, and then past', () => {
  expect(pledgeAt(new Date('2025-08-01T03:59:59Z'), dates)).toEqual({
    pledge: 'ahead',
    validUntil: '2025-08-01T04:00:00.000Z',
  })
  expect(pledgeAt(new Date('2025-08-01T04:00:00Z'), dates)).toEqual({
    pledge: 'open',
    validUntil: '2026-02-01T05:00:00.000Z',
  })
  expect(pledgeAt(new Date('2026-02-01T05:00:00Z'), dates)).toEqual({ pledge: 'past', validUntil: null })
})

it('stays ahead for dates that are written in other words', () => {
  expect(pledgeAt(new Date(), { ...dates, launch: 'soon' })).toEqual({ pledge: 'ahead', validUntil: null })
})

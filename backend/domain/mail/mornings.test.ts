import { expect, it } from 'vitest'
import { createCampaignClock } from '../../../contract/campaign-event-times.ts'
import { nextMorning } from './mornings.ts'

const clock = createCampaignClock('America/Indiana/Indianapolis')
const after = (time: string) => nextMorning(new Date(time), clock).toISOString()

it('the morning after is at eight on the campaign’s clock, and the same day’s while it is night', () => {
  expect(after('2026-06-10T03:59:00Z')).toBe('2026-06-10T12:00:00.000Z')
  expect(after('2026-06-10T05:00:00Z')).toBe('2026-06-10T12:00:00.000Z')
  expect(after('2026-06-10T11:59:59Z')).toBe('2026-06-10T12:00:00.000Z')
  expect(after('2026-06-10T12:00:00Z')).toBe('2026-06-11T12:00:00.000Z')
  expect(after('2026-12-31T23:00:00Z')).toBe('2027-01-01T13:00:00.000Z')
})

it('stays at eight when the clocks change', () => {
  // To summer time on March 8, 2026, and back on November 1.
  expect(after('2026-03-07T20:00:00Z')).toBe('2026-03-08T12:00:00.000Z')
  expect(after('2026-03-06T20:00:00Z')).toBe('2026-03-07T13:00:00.000Z')
  expect(after('2026-10-31T20:00:00Z')).toBe('2026-11-01T13:00:00.000Z')
  expect(after('2026-10-30T20:00:00Z')).toBe('2026-10-31T12:00:00.000Z')
})

import { expect, test } from 'vitest'
import { targetOf } from './action-target.ts'

test('an action is about the item whose id it names, a registration rather than its event', () => {
  expect(targetOf({ event: 'PrayerApproved', prayerId: 7 })).toEqual({ topic: 'prayers', id: 7 })
  expect(targetOf({ campaignEventId: 3, rsvpId: 9 })).toEqual({ topic: 'rsvps', id: 9 })
})

test('an erasure is about no single item', () => {
  expect(targetOf({ event: 'SubjectErased', subject: '0f6c' })).toBeNull()
})

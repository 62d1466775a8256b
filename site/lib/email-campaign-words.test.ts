import { expect, test } from 'vitest'
import { leftOutReasons, segmentIds } from '../../contract/email-segments.ts'
import { leftOutBecause } from '../../records/left-out-words.ts'
import { dollars } from '../../records/money.ts'
import {
  leftOutReason,
  leftOutSentence,
  mailRate,
  obeyedSentence,
  people,
  percentDone,
  segmentLooks,
  share,
  timeLeft,
} from './email-campaign-words.ts'

test('counts are of people', () => {
  expect([people(0), people(1), people(12_480)]).toEqual(['0 people', '1 person', '12,480 people'])
})

test('every segment of the contract has a look of its own', () => {
  expect(Object.keys(segmentLooks)).toEqual([...segmentIds])
  expect(new Set(Object.values(segmentLooks).map(({ icon }) => icon)).size).toBe(segmentIds.length)
})

test('every reason of the contract has words', () => {
  for (const reason of leftOutReasons) expect(leftOutReason(reason)).not.toMatch(/[A-Z]/)
  expect(leftOutReason('550 5.1.1')).toBe('550 5.1.1')
  for (const reason of leftOutReasons) expect(leftOutBecause(reason)).toMatch(/^ because /)
  expect(leftOutBecause('550 5.1.1')).toBe(' (550 5.1.1)')
})

test('people left out are summed up by reason, and none are not mentioned', () => {
  expect(leftOutSentence({ unsubscribed: 8, banned: 1_004, bounced: 0 })).toBe(
    '1,012 left out: 8 unsubscribed, 1,004 banned.',
  )
  expect(leftOutSentence({ banned: 1, bounced: 2, deleted: 1 })).toBe(
    '4 left out: 1 banned, 2 bouncing addresses, 1 closed account.',
  )
  expect(leftOutSentence({ bounced: 0 })).toBeNull()
})

test('the switches that an email obeys are named as in Settings, in their order', () => {
  expect(obeyedSentence(['campaignNews'], null)).toBe('People who turned off Campaign news in Settings don’t get it.')
  expect(obeyedSentence(['eventInvitations', 'campaignNews'], 1_200)).toBe(
    'People who turned off Campaign news or Event invitations in Settings don’t get it (1,200 here).',
  )
  expect(obeyedSentence(['emailUpdates'], 0)).toBe(
    'People who turned off Email updates in Settings don’t get it (none here).',
  )
})

test('time left is given in approximate words', () => {
  expect([5, 59, 60, 150, 3600, 9000].map(timeLeft)).toEqual([
    'less than a minute left',
    'less than a minute left',
    'about 1 minute left',
    'about 3 minutes left',
    'about 60 minutes left',
    'about 3 hours left',
  ])
})

test('an email campaign is at 100% only when no recipient waits', () => {
  expect(percentDone({ recipients: 1000, waiting: 1 })).toBe(99)
  expect(percentDone({ recipients: 1000, waiting: 0 })).toBe(100)
  expect(percentDone({ recipients: 0, waiting: 0 })).toBe(100)
})

test('rates, shares and dollars are written for reading', () => {
  expect([mailRate(0.25), mailRate(1234.5)]).toEqual(['0.3 emails a second', '1,235 emails a second'])
  expect([share(1, 8), share(0, 0)]).toEqual(['12.5%', null])
  expect(dollars(125_050)).toBe('$1,250.50')
})

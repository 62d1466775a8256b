import { describe, expect, it } from 'vitest'
import { writtenMoment } from './moments.ts'
import type { Zone } from './time-zones.ts'

const est = { name: 'EST', minutes: -300, zone: 'America/New_York' }
const pst = { name: 'PST', minutes: -480, zone: 'America/Los_Angeles' }
const february9 = (time: string, zone: Zone | null = null) => ({ wall: `2026-02-09T${time}`, zone })

describe('a day or time in a file', () => {
  it.each([
    ['2026-02-09 17:33:08', february9('17:33:08')],
    ['2/9/2026', february9('00:00:00')],
    ['2/9/26', february9('00:00:00')],
    ['02/09/2026 5:33 PM', february9('17:33:00')],
    ['2026-02-09 17:33:08 -0500', february9('17:33:08', -300)],
    ['2026-02-09 17:33:08 UTC', february9('17:33:08', 0)],
    ['2026-02-09T17:33:08+0000', february9('17:33:08', 0)],
    ['2026-02-09T17:33:08.000Z', february9('17:33:08', 0)],
    ['2026/02/09', february9('00:00:00')],
    ['Feb 9, 2026', february9('00:00:00')],
    ['February 9, 2026 at 5:33 p.m.', february9('17:33:00')],
    ['9-Feb-26', february9('00:00:00')],
    ['9 February 2026', february9('00:00:00')],
    ['02-09-2026', february9('00:00:00')],
    ['46062', february9('00:00:00')],
    ['46062.5', february9('12:00:00')],
    ['2/9/2026 17:33', february9('17:33:00')],
    ['2/9/2026 5:33:08 PM EST', february9('17:33:08', est)],
    ['2/9/2026, 12:05 AM', february9('00:05:00')],
    ['02/09/2026 00:05 AM', february9('00:05:00')],
    ['Mon, 9 Feb 2026 17:33:08 +0000', february9('17:33:08', 0)],
    ['2026-02-09\u00a017:33', february9('17:33:00')],
    ['20260209', february9('00:00:00')],
    ['20260209T1733', february9('17:33:00')],
    ['20260209T1733Z', february9('17:33:00', 0)],
    ['2026-02-09 (Mon)', february9('00:00:00')],
    ['2/9/2026, Monday', february9('00:00:00')],
    ['2026\u201102\u201109', february9('00:00:00')],
    ['2026-02-09 17:33:08 AST', february9('17:33:08', -240)],
    ['2/9/2026 5:33:08 PM AKST', february9('17:33:08', { name: 'AKST', minutes: -540, zone: 'America/Anchorage' })],
    ['2/9/2026 5:33:08 PM HST', february9('17:33:08', { name: 'HST', minutes: -600, zone: 'Pacific/Honolulu' })],
    ['2026-02-09T18:03:22.123456+00:00', february9('18:03:22', 0)],
    ['2026-02-09T18:03:22.123456-05', february9('18:03:22', -300)],
    ['09-Feb-26', february9('00:00:00')],
    ['9/Feb/2026', february9('00:00:00')],
    ['2026-Feb-09', february9('00:00:00')],
    ['Monday, February 9, 2026', february9('00:00:00')],
    ['Feb 9, 2026 at 6:03 PM', february9('18:03:00')],
    ['Monday, February 9, 2026 at 6:03 PM Eastern Standard Time', february9('18:03:00', est)],
    ['2/9/2026 5:33 PM (EST)', february9('17:33:00', est)],
    ['2/9/2026 5:33PM ET', february9('17:33:00', 'America/New_York')],
    ['2/9/2026 5 PM CT', february9('17:00:00', 'America/Chicago')],
    ['2/9/2026 17:33 MT', february9('17:33:00', 'America/Denver')],
    ['2/9/2026 17:33 PT', february9('17:33:00', 'America/Los_Angeles')],
    ['2/9/2026 17:33 AKT', february9('17:33:00', 'America/Anchorage')],
    ['2/9/2026 17:33 CST', february9('17:33:00', { name: 'CST', minutes: -360, zone: 'America/Chicago' })],
    ['2/9/2026 17:33 CDT', february9('17:33:00', { name: 'CDT', minutes: -300, zone: 'America/Chicago' })],
    ['2/9/2026 17:33 Eastern Time (US & Canada)', february9('17:33:00', 'America/New_York')],
    ['2026-02-09 17:33 America/New_York', february9('17:33:00', 'America/New_York')],
    ['2026-02-09 17:33 GMT-5', february9('17:33:00', -300)],
    ['2026-02-09 17:33 UTC+05:30', february9('17:33:00', 330)],
    ['2026-02-09 17:33 UTC\u22125', february9('17:33:00', -300)],
    ['Mon Feb 09 2026 17:33:08 GMT-0500 (Eastern Standard Time)', february9('17:33:08', -300)],
    ['Mon Feb  9 17:33:08 EST 2026', february9('17:33:08', est)],
    ['17:33:08 Feb 09, 2026 PST', february9('17:33:08', pst)],
    ['6:03 PM on Feb 9, 2026 ET', february9('18:03:00', 'America/New_York')],
    ['2026-02-09 17:33:08 +0000 UTC', february9('17:33:08', 0)],
    ['2026-02-09T18:03-05:00[America/New_York]', february9('18:03:00', -300)],
    ['20260209T180322Z', february9('18:03:22', 0)],
    ['1770658388', february9('17:33:08', 0)],
    ['1770658388123', february9('17:33:08', 0)],
    ['2026-02-09 UTC', february9('00:00:00')],
    ['2026-02-09+00:00', february9('00:00:00')],
    ['09FEB2026', february9('00:00:00')],
    ['9FEB26', february9('00:00:00')],
    ['Feb/09/2026', february9('00:00:00')],
    ['Feb 9, 2026 @ 5:33 PM', february9('17:33:00')],
    ['2\uff0f9\uff0f2026', february9('00:00:00')],
    ['2/9/2026 5:33 PM Indiana (East)', february9('17:33:00', 'America/Indiana/Indianapolis')],
  ])('%s is read', (text, moment) => {
    expect(writtenMoment(text)).toEqual(moment)
  })

  it('has the day first only if that was chosen', () => {
    expect(writtenMoment('9/2/2026', { isDayFirst: true })).toEqual(february9('00:00:00'))
    expect(writtenMoment('09.02.26', { isDayFirst: true })).toEqual(february9('00:00:00'))
    expect(writtenMoment('2026-02-09', { isDayFirst: true })).toEqual(february9('00:00:00'))
    expect(writtenMoment('9/2/2026')).toEqual({ wall: '2026-09-02T00:00:00', zone: null })
    expect(writtenMoment('13/2/2026')).toEqual({ problem: 'otherOrder' })
    expect(writtenMoment('2/13/2026', { isDayFirst: true })).toEqual({ problem: 'otherOrder' })
  })

  it('means nothing where other rows have the other order, unless both are one day', () => {
    expect(writtenMoment('9/2/2026', { isMixed: true })).toEqual({ problem: 'ambiguous' })
    expect(writtenMoment('9/9/2026', { isMixed: true })).toEqual({ wall: '2026-09-09T00:00:00', zone: null })
    expect(writtenMoment('2/13/2026', { isMixed: true })).toEqual({ wall: '2026-02-13T00:00:00', zone: null })
    expect(writtenMoment('Feb 9, 2026', { isMixed: true })).toEqual(february9('00:00:00'))
  })

  it.each([
    ['02/09/2026', { time: '17:33:08', zone: 'PST' }, february9('17:33:08', pst)],
    ['2/9/2026', { time: '5:33 PM ET' }, february9('17:33:00', 'America/New_York')],
    ['46062', { time: '0.75' }, february9('18:00:00')],
    ['2/9/2026 0:00', { time: '5:33 PM', zone: 'America/Chicago' }, february9('17:33:00', 'America/Chicago')],
    ['2/9/2026 5:33 PM EST', { time: '1:00', zone: 'UTC' }, february9('17:33:00', est)],
    ['2/9/2026', { zone: 'UTC' }, february9('00:00:00')],
    ['1770658388', { time: '1:00', zone: 'EST' }, february9('17:33:08', 0)],
  ])('%s has its time or zone in other cells: %o', (text, options, moment) => {
    expect(writtenMoment(text, options)).toEqual(moment)
  })

  it.each([
    '',
    '2026-02-30',
    '2026-02-09 25:00',
    '2026-02-09 0:33 PM',
    '13:00 PM',
    '2026',
    'yesterday',
    '2/9',
    '2/9-2026',
    '20260230',
    '17706583',
    '17:33',
  ])('%s is refused', (text) => expect(writtenMoment(text)).toEqual({ problem: 'shape' }))

  it.each([
    ['2/9/2026 17:33 IST', 'zone'],
    ['2/9/2026 17:33 America/Nowhere', 'zone'],
    ['2/9/2026 17:33 +25:00', 'zone'],
    ['1.77066E+09', 'shortened'],
  ])('%s is refused for its %s', (text, problem) => expect(writtenMoment(text)).toEqual({ problem }))
})

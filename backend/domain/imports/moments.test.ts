import { describe, expect, it } from 'vitest'
import { writtenMoment } from './moments.ts'

const february9 = (time: string, offset: number | null = null) => ({ wall: `2026-02-09T${time}`, offset })

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
    ['2/9/2026 5:33:08 PM EST', february9('17:33:08', -300)],
    ['2/9/2026, 12:05 AM', february9('00:05:00')],
    ['Mon, 9 Feb 2026 17:33:08 +0000', february9('17:33:08', 0)],
    ['2026-02-09\u00a017:33', february9('17:33:00')],
    ['20260209', february9('00:00:00')],
    ['2/9/2026 5:33:08 PM AKST', february9('17:33:08', -540)],
    ['2/9/2026 5:33:08 PM HST', february9('17:33:08', -600)],
  ])('%s is read', (text, moment) => {
    expect(writtenMoment(text)).toEqual(moment)
  })

  it('has the day first only if that was chosen', () => {
    expect(writtenMoment('9/2/2026', { isDayFirst: true })).toEqual(february9('00:00:00'))
    expect(writtenMoment('09.02.26', { isDayFirst: true })).toEqual(february9('00:00:00'))
    expect(writtenMoment('2026-02-09', { isDayFirst: true })).toEqual(february9('00:00:00'))
    expect(writtenMoment('9/2/2026')?.wall).toBe('2026-09-02T00:00:00')
  })

  it.each([
    '',
    '13/2/2026',
    '2026-02-30',
    '2026-02-09 25:00',
    '13:00 PM',
    '2026',
    'yesterday',
    '2/9',
    '2/9-2026',
    '20260230',
    '1770658388',
  ])('%s is refused', (text) => {
    expect(writtenMoment(text)).toBeNull()
  })
})

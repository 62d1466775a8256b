import { describe, expect, it } from 'vitest'
import { judgeClicks, type MailClick } from './click-rules.ts'

const deliveredAt = '2026-03-01T12:00:00.000Z'
const after = (ms: number) => new Date(Date.parse(deliveredAt) + ms).toISOString()
const click = (link: number, ms: number, facts: Partial<MailClick> = {}): MailClick => ({
  clickId: `${link} after ${ms}`,
  link,
  links: 3,
  at: after(ms),
  deliveredAt,
  method: 'GET',
  client: 'browser',
  ...facts,
})
const rulesFor = (...clicks: MailClick[]) => [...judgeClicks(clicks).values()].map(({ rule }) => rule)

describe('a click is a scanner’s', () => {
  it.for<[string, Partial<MailClick>, number, string | null]>([
    ['within two seconds of delivery', {}, 1999, 'delivery'],
    ['two seconds after delivery: a person', {}, 2000, null],
    ['before the mail server accepted the mail', { deliveredAt: null }, 60_000, 'delivery'],
    ['by HEAD', { method: 'HEAD' }, 60_000, 'head'],
    ['fetched ahead', { client: 'prefetch' }, 60_000, 'client'],
    ['by a crawler', { client: 'crawler' }, 60_000, 'client'],
    ['by a program without a name', { client: 'no-user-agent' }, 60_000, 'client'],
  ])('%s', ([_case, facts, ms, rule]) => {
    expect(rulesFor(click(1, ms, facts))).toEqual([rule])
  })

  it('when the client opens every link of the email at once', () => {
    expect(rulesFor(click(1, 10_000), click(2, 11_000), click(3, 13_000))).toEqual([
      'every-link',
      'every-link',
      'every-link',
    ])
  })
  it('but not when it left out one link, or took as long as reading does', () => {
    expect(rulesFor(click(1, 10_000), click(2, 11_000))).toEqual([null, null])
    expect(rulesFor(click(1, 10_000), click(2, 11_000), click(3, 13_001))).toEqual([null, null, null])
  })
  it('but not because it opened the only link of an email', () => {
    expect(rulesFor(click(1, 10_000, { links: 1 }))).toEqual([null])
  })
  it('when it opens three links within two seconds, or most links faster than a reader', () => {
    const ofTen = (link: number, ms: number) => click(link, ms, { links: 10 })
    expect(rulesFor(ofTen(1, 10_000), ofTen(2, 11_000), ofTen(3, 12_000))).toEqual(['burst', 'burst', 'burst'])
    expect(rulesFor(ofTen(1, 10_000), ofTen(2, 11_000), ofTen(3, 12_001))).toEqual([null, null, null])
    const most = [1, 2, 3, 4, 5, 6].map((link) => ofTen(link, 10_000 + 1200 * link))
    expect(new Set(rulesFor(...most))).toEqual(new Set(['burst']))
    expect(new Set(rulesFor(...most.slice(0, 5)))).toEqual(new Set([null]))
  })
  it('but two links at once may be two tabs of a person', () => {
    expect(rulesFor(click(1, 10_000, { links: 4 }), click(2, 10_000, { links: 4 }))).toEqual([null, null])
  })
  it('and a person’s click hours later still counts', () => {
    const clicks = [1, 2, 3].map((link) => click(link, 500 * link))
    expect(rulesFor(...clicks, click(2, 7_200_000))).toEqual(['delivery', 'delivery', 'delivery', null])
  })
  it('whether or not the scanner used HEAD requests', () => {
    expect(rulesFor(click(1, 9000, { method: 'HEAD' }), click(2, 9100), click(3, 9200))).toEqual([
      'head',
      'every-link',
      'every-link',
    ])
  })
})

it('records which rules gave a verdict, so that it can be repeated', () => {
  expect([...judgeClicks([click(1, 5000)], 'clicks-1').values()]).toEqual([
    { isHuman: true, rule: null, version: 'clicks-1' },
  ])
  expect(() => judgeClicks([], 'clicks-0')).toThrow('There are no click rules clicks-0.')
})

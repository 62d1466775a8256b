import { describe, expect, it } from 'vitest'
import { readFrozen } from '../../test/freeze-event.ts'
import { widestEvents, wideText } from '../../test/support/log/widest-event.ts'
import { problemWith } from './index.ts'

const at = '2026-03-01T12:00:00.000Z'
const subject = '6f1e2c34-0000-4000-8000-000000000001'
const prayer = { prayerId: 1, subject, firstName: 'Ruth', email: null, location: 'Muncie', prayer: 'For rain.' }
const bounce = { subject, campaignId: 7, kind: 'hard', code: '5.1.1', at, softInARow: 0 }
const draft = {
  campaignId: 1,
  name: 'a',
  subject: 'b',
  preheader: '',
  body: 'c',
  kind: 'composed',
  segmentIds: [],
  writtenBy: 1,
}

it.each(readFrozen().events)('accepts $type of version $version as it is read today, also once erased', (sample) => {
  expect(problemWith(sample.type, sample.decoded, at)).toBeNull()
  expect(problemWith(sample.type, sample.erased, at)).toBeNull()
})

it.each(widestEvents())('accepts $type at its maximum size', ({ type, data }) => {
  expect(problemWith(type, data, at)).toBeNull()
})

describe('values that no read table could hold are rejected, in one sentence without any of the data', () => {
  it.each([
    ['a year before 1900', 'MailBounced', { ...bounce, at: '0000-01-01T00:00:00.000Z' }, 'at is no time'],
    ['a year after 2199', 'MailBounced', { ...bounce, at: '2200-01-01T00:00:00.000Z' }, 'at is no time'],
    ['a year of six digits', 'MailBounced', { ...bounce, at: '+275760-09-13T00:00:00.000Z' }, 'at is no time'],
    ['a day that no calendar has', 'MailBounced', { ...bounce, at: '2026-02-30T00:00:00.000Z' }, 'at is no time'],
    ['February 29 of another year', 'MailBounced', { ...bounce, at: '2026-02-29T00:00:00.000Z' }, 'at is no time'],
    ['an hour that no clock has', 'MailBounced', { ...bounce, at: '2026-02-28T24:00:00.000Z' }, 'at is no time'],
    ['a time of another zone', 'MailBounced', { ...bounce, at: '2026-02-28T12:00:00+02:00' }, 'at is no time'],
    ['too many characters', 'PrayerSubmitted', { ...prayer, firstName: wideText(101) }, 'firstName has more than 100'],
    ['NUL', 'PrayerSubmitted', { ...prayer, prayer: 'a\0b' }, 'prayer has characters'],
    ['half a character', 'PrayerSubmitted', { ...prayer, prayer: 'a\ud800' }, 'prayer has characters'],
    ['an id beyond its column', 'PrayerApproved', { prayerId: 2 ** 31 }, 'prayerId is not'],
    ['half an id', 'PrayerApproved', { prayerId: 1.5 }, 'prayerId is not'],
    [
      'no number',
      'FitnessChanged',
      { version: 'f', weights: { donation: Number.NaN, volunteer: 1, time: 1 }, timeCap: 1 },
      'weights.donation is not',
    ],
    ['no subject', 'SubjectErased', { subject: 'ruth@example.org' }, 'subject is no UUID'],
    ['a word of no list', 'CampaignDrafted', { ...draft, kind: 'other' }, 'kind is not'],
    ['a missing field', 'PrayerApproved', {}, 'prayerId is not'],
    ['an unknown field', 'PrayerApproved', { prayerId: 1, words: 'of Ruth' }, 'is not'],
    [
      'a link that no index holds',
      'MailLinksNumbered',
      { campaignId: 7, urls: [`https://example.org/${'a'.repeat(2000)}`] },
      'urls.0 is longer',
    ],
  ])('%s', (_what, type, data, reason) => {
    const problem = problemWith(type, data, at)
    expect(problem).toContain(reason)
    expect(problem).not.toMatch(/Ruth|ruth@|Muncie|rain/)
  })

  it('an unknown event, and an invalid time of the command', () => {
    expect(problemWith('OrderPlaced', {}, at)).toMatch(/no event of ours/)
    expect(problemWith('PrayerApproved', { prayerId: 1 }, '0000-01-01T00:00:00.000Z')).toMatch(/its time is no time/)
  })
})

it('accepts the last day of every month, and February 29 of leap years only', () => {
  const take = (day: string) =>
    problemWith('MailComplained', { subject, campaignId: null, at: `${day}T00:00:00.000Z` }, at) === null
  expect(['2026-01-31', '2026-04-30', '2028-02-29', '2000-02-29', '1900-01-01', '2199-12-31'].map(take)).toEqual(
    Array(6).fill(true),
  )
  expect(['2026-04-31', '2100-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '1899-12-31'].map(take)).toEqual(
    Array(6).fill(false),
  )
})

import { expect, it } from 'vitest'
import { changesOf, passageOf, remarksOf, valueText } from './changes.ts'
import { dateAndTime } from './local-dates.ts'

it('only differences are changes, in the order in which people read an item', () => {
  expect(
    changesOf(
      { content: 'Old words', title: 'Old', category: 'news', excerpt: null },
      { content: 'New words', title: 'New', category: 'news', excerpt: '' },
    ),
  ).toEqual([
    { name: 'title', before: 'Old', after: 'New' },
    { name: 'content', before: 'Old words', after: 'New words' },
  ])
})

it('a list whose items have commas has a line for each', () => {
  expect(valueText('skills', ['Phones', 'Signs'])).toBe('Phones, Signs')
  expect(valueText('headlines', ['For you, and me (on)', 'Roads (off)'])).toBe('For you, and me (on)\nRoads (off)')
})

it('columns of imported lists have a line for each', () => {
  const columns = [
    { heading: 'Shirt size', text: 'M', from: '2026-09-04' },
    { heading: 'Pet', text: 'dog, cat', from: '2026-09-04' },
  ]
  expect(valueText('furtherColumns', columns)).toBe('Shirt size: M\nPet: dog, cat')
  expect(valueText('furtherColumns', null)).toBe('empty')
})

it('roles read as sentences do, with their last day in the campaign’s time zone', () => {
  const roles = [
    { role: 'organizer', eventId: 7, until: '2099-12-01T05:00:00.000Z' },
    { role: 'editor', eventId: null, until: null },
  ]
  expect(valueText('roles', roles)).toBe('Organizer of event #7 until Nov 30, 2099, Editor')
  expect(valueText('roles', [])).toBe('none')
})

it('a new item has nothing before, and a deleted one nothing after', () => {
  expect(changesOf(null, { title: 'Rally' })).toEqual([{ name: 'title', after: 'Rally' }])
  expect(changesOf({ title: 'Rally' }, null)).toEqual([{ name: 'title', before: 'Rally' }])
  expect(changesOf(null, null)).toEqual([])
})

it('a field that the item did not have is only added', () => {
  expect(changesOf({}, { reason: 'Spam' })).toEqual([{ name: 'reason', after: 'Spam' }])
  expect(changesOf({ reason: null }, { reason: 'Spam' })).toEqual([{ name: 'reason', before: 'empty', after: 'Spam' }])
})

it('for a long text only the passage that differs is shown, with a few words around it', () => {
  const words = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'
  expect(passageOf(words, words.replace('eight', 'EIGHT and'))).toEqual({
    start: '… two three four five six seven ',
    removed: 'eight ',
    added: 'EIGHT and ',
    end: 'nine ten eleven twelve thirteen fourteen',
  })
  expect(passageOf(words, `${words} end`)?.added).toBe('fourteen end')
  expect(passageOf(words, words.toUpperCase())).toBeNull()
  expect(passageOf('Old', 'New')).toBeNull()
})

it('a repeated passage is not counted twice', () => {
  const line = 'We will bring fiber to every county and every farm. '
  expect(passageOf(line.repeat(2), line.repeat(3))).toMatchObject({ removed: '', added: line })
})

it('values read as people write them', () => {
  expect(valueText('isActive', false)).toBe('No')
  expect(valueText('guests', 1200)).toBe('1,200')
  expect(valueText('interests', ['Research', 'Canvassing'])).toBe('Research, Canvassing')
  expect(valueText('interests', [])).toBe('empty')
  expect(valueText('bannedUntil', '2026-12-01T10:00:00.000Z')).toBe(dateAndTime('2026-12-01T10:00:00.000Z'))
  expect(valueText('place', { city: 'Muncie', hasBarn: true })).toBe('City: Muncie, Has barn: Yes')
  expect(valueText('thresholds', { review: 30, reject: 70 })).toBe('Review from 30%, reject from 70%')
  expect(valueText('confidence', 7)).toBe('7%')
  expect([valueText('outcome', 'refused'), valueText('suggestion', 'reject')]).toEqual(['Refused', 'Reject'])
  expect(valueText('buttonSchemes', ['cardinal (on)', 'paper (off)'])).toBe('Main color (on), Paper (off)')
  expect(valueText('layouts', ['split (on)'])).toBe('Split (on)')
  expect(valueText('eventDate', '2026-05-09')).toBe('May 9, 2026')
  expect(valueText('category', 'townhall')).toBe('Town hall')
  expect(valueText('startTime', '18:30')).toBe('6:30 PM')
  expect(valueText('amount', 250_000)).toBe('$2,500.00')
  expect(valueText('obeys', ['campaignNews', 'eventInvitations'])).toBe('Campaign news, Event invitations')
  expect(valueText('violationType', 'hate_speech')).toBe('Hate speech')
  expect(valueText('campaignId', 7)).toBe('#7')
})

it('remarks leave out ids and the name of the event', () => {
  expect(remarksOf({ event: 'UserBanned', userId: 7, subject: '0f6c', reason: 'Threats', until: null })).toEqual([
    ['reason', 'Threats'],
  ])
})

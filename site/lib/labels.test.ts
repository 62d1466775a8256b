import { expect, it } from 'vitest'
import { activityLabel, eventBadge, eventLabel, newsBadge, newsTone } from './labels.ts'

it.each([
  ['campaign update', 'blue'],
  ['Policy Position', 'green'],
  [' AGRICULTURE ', 'red'],
  ['policy', 'gray'],
  ['news', 'gray'],
  ['', 'gray'],
  ['constructor', 'gray'],
])('the news category %j is %s', (category, tone) => {
  expect(newsTone(category)).toBe(tone)
})

it.each([
  ['UserRegistered', 'Account created'],
  ['ProfileUpdated', 'Profile updated'],
  ['PrayerSubmitted', 'Prayer submitted'],
  ['SomethingNew', 'Something new'],
])('somebody who did %s is told: %s', (type, words) => {
  expect(activityLabel(type)).toBe(words)
})

it("'policy' is red on an article's own page", () => {
  expect(newsTone('Policy', { isDetail: true })).toBe('red')
})

it('words that every object answers to are words like any other', () => {
  for (const word of ['constructor', 'toString', '__proto__']) {
    expect(eventBadge(word)).toBe('badge')
    expect(newsBadge(word)).toBe('badge')
    expect(typeof eventLabel(word)).toBe('string')
  }
  expect(eventLabel('constructor')).toBe('Constructor')
})

import { expect, it } from 'vitest'
import { activityLabel, newsTone } from './labels.ts'

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

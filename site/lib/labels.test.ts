import { expect, it } from 'vitest'
import {
  activityLabel,
  eventBadge,
  eventLabel,
  fieldLabel,
  newsBadge,
  newsTone,
  rowsShown,
  seatCount,
} from './labels.ts'

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
])('a person who did %s is told: %s', (type, words) => {
  expect(activityLabel(type)).toBe(words)
})

it("'policy' is red on an article's own page", () => {
  expect(newsTone('Policy', { isDetail: true })).toBe('red')
})

it('names of object properties are ordinary words', () => {
  for (const word of ['constructor', 'toString', '__proto__']) {
    expect(eventBadge(word)).toBe('badge')
    expect(newsBadge(word)).toBe('badge')
    expect(typeof eventLabel(word)).toBe('string')
  }
  expect(eventLabel('constructor')).toBe('Constructor')
})

it('the line below a table counts the shown and the loaded rows', () => {
  expect(rowsShown(1, 1, false)).toBe('Showing 1 row.')
  expect(rowsShown(50, 50, true)).toBe('Showing the newest 50 rows.')
  expect(rowsShown(3, 50, true)).toBe('3 of 50 loaded rows match your search.')
  expect(seatCount(1)).toBe('1 seat')
})

it.each([
  ['firstName', 'First name'],
  ['isEmailVerified', 'Email verified'],
  ['issue', 'Issue'],
  ['imageUrl', 'Image URL'],
  ['zipCode', 'ZIP code'],
  ['campaignEventId', 'Campaign event'],
  ['segmentIds', 'Segments'],
  ['ipAddress', 'IP address'],
  ['didAttend', 'Did attend'],
])('the field %j is labeled %j', (field, label) => {
  expect(fieldLabel(field)).toBe(label)
})

import { expect, it } from 'vitest'
import { endorsements } from '../topics/endorsements.ts'
import { prayers } from '../topics/prayers.ts'
import { eventFields } from './index.ts'

const fieldsOf = (type: string): string[] =>
  Object.entries(eventFields).flatMap(([name, fields]) => (name === type ? Object.keys(fields) : []))

// So a decision about them names no revision. One about a text that its author edits does: domain/forum/forum-threads.ts.
it.each([
  ['prayers', prayers.events, prayers.events.PrayerSubmitted.personal],
  ['endorsements', endorsements.events, endorsements.events.EndorsementSubmitted.personal],
])('no event changes the words of %s after they were sent in', (_topic, events, words) => {
  const [submitted = '', ...later] = Object.keys(events)
  expect(fieldsOf(submitted)).toEqual(expect.arrayContaining(Object.keys(words)))
  for (const type of later) expect(fieldsOf(type).filter((field) => field in words)).toEqual([])
})

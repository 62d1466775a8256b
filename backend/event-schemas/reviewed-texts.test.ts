import { expect, it } from 'vitest'
import { eventFacts, reviewedItems, topics } from '../topics/index.ts'
import { eventFields } from './index.ts'

const fieldsOf = (type: string): string[] =>
  Object.entries(eventFields).flatMap(([name, fields]) => (name === type ? Object.keys(fields) : []))

// So a decision about them names no revision. One about a text that its author edits does: domain/forum/forum-threads.ts.
it.each(reviewedItems)('no event changes the words of $many after they were sent in', ({ topic, submitted }) => {
  const words = Object.keys(eventFacts.get(submitted)?.personal ?? {})
  expect(fieldsOf(submitted)).toEqual(expect.arrayContaining(words))
  const described = topics.find((one) => 'reviewed' in one && one.reviewed.topic === topic)
  const later = Object.keys(described?.events ?? {}).filter((type) => type !== submitted)
  expect(later.length).toBeGreaterThan(0)
  for (const type of later) expect(fieldsOf(type).filter((field) => words.includes(field))).toEqual([])
})

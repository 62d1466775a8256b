import { expect, it } from 'vitest'
import { eventFacts, reviewedItems, topics } from '../topics/index.ts'
import { eventFields } from './index.ts'

const fieldsOf = (type: string): string[] =>
  Object.entries(eventFields).flatMap(([name, fields]) => (name === type ? Object.keys(fields) : []))

// A decision of the console names the revision that was read, and is refused when one of these changed the words since
// (commands/review.ts).
it.each(reviewedItems)(
  'no event but a correction by staff or its author changes the words of $many',
  ({ topic, submitted, corrected, correctedByAuthor }) => {
    const words = Object.keys(eventFacts.get(submitted)?.personal ?? {})
    expect(fieldsOf(submitted)).toEqual(expect.arrayContaining(words))
    const described = topics.find((one) => 'reviewed' in one && one.reviewed.topic === topic)
    const later = Object.keys(described?.events ?? {}).filter(
      (type) => ![submitted, corrected, correctedByAuthor].some((one) => one === type),
    )
    expect(later.length).toBeGreaterThan(0)
    for (const type of later) expect(fieldsOf(type).filter((field) => words.includes(field))).toEqual([])
  },
)

import { expect, it } from 'vitest'
import { eventFacts, reviewedItems, topics } from '../topics/index.ts'
import { eventFields } from './index.ts'

const fieldsOf = (type: string): string[] =>
  Object.entries(eventFields).flatMap(([name, fields]) => (name === type ? Object.keys(fields) : []))

// Their author cannot edit them, and a decision of the console names the revision that was read (commands/review.ts).
it.each(reviewedItems)(
  'no event but a correction by staff changes the words of $many',
  ({ topic, submitted, corrected }) => {
    const words = Object.keys(eventFacts.get(submitted)?.personal ?? {})
    expect(fieldsOf(submitted)).toEqual(expect.arrayContaining(words))
    const described = topics.find((one) => 'reviewed' in one && one.reviewed.topic === topic)
    const later = Object.keys(described?.events ?? {}).filter((type) => type !== submitted && type !== corrected)
    expect(later.length).toBeGreaterThan(0)
    for (const type of later) expect(fieldsOf(type).filter((field) => words.includes(field))).toEqual([])
  },
)

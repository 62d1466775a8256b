import { endorsementWords } from './endorsements.ts'
import type { ItemRecord } from './fields.ts'
import { prayerWords } from './prayers.ts'

/** The public part of each reviewed item, which staff and the person who sent it may correct. */
export const publishedWords = {
  prayers: prayerWords,
  endorsements: endorsementWords,
} as const satisfies { [topic: string]: ItemRecord }

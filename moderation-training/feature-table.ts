import { bucketBits, spellingFeatures, wholeFeatures, wordFeatures } from '../backend/moderation/features.ts'
import type { Vocabulary } from '../backend/moderation/plain-words.ts'
import { readPost } from '../backend/moderation/reading.ts'

/** The features of many posts in a row, each `group << bucketBits | bucket`; post n has those from starts[n] to starts[n+1]. */
export type FeatureTable = { features: Uint32Array; starts: Uint32Array; words: Uint16Array }

const maxWords = 220

/** Reads the posts; of a long one the first 220 words. */
export function featureTable(texts: readonly string[], vocabulary: Vocabulary): FeatureTable {
  let features = new Uint32Array(1 << 22)
  let length = 0
  const starts = new Uint32Array(texts.length + 1)
  const words = new Uint16Array(texts.length)
  const take = (bucket: number, group: number) => {
    if (length === features.length) {
      const larger = new Uint32Array(length * 2)
      larger.set(features)
      features = larger
    }
    features[length++] = (group << bucketBits) | bucket
  }
  texts.forEach((text, index) => {
    const { readings, marks } = readPost(text, vocabulary)
    const read = readings.length > maxWords ? readings.slice(0, maxWords) : readings
    words[index] = read.length
    wordFeatures(read, take)
    for (const reading of read) spellingFeatures(reading, take)
    wholeFeatures(read, marks, 0, read.length, take)
    starts[index + 1] = length
  })
  return { features, starts, words }
}

import { spellingFeatures } from './features.ts'
import { hashText, joined, mixed, offsetBasis } from './hash.ts'
import type { Reading } from './reading.ts'

/**
 * A second opinion on whether a post is a violation of any type: logistic regression over words, pairs of words and
 * groups of letters, learned from posts that people wrote elsewhere and from nothing of ours. One weight per bucket.
 */
export type LinearHead = { codes: Uint8Array; levels: Float32Array; bias: number }

export const headBits = 17
const mask = (1 << headBits) - 1
/** Words, pairs and groups of letters: a word has many of the last, so each counts less. */
const [wordScale, pairScale, spellingScale] = [1, 1, 0.6]
const edge = hashText('<edge>', offsetBasis)
const spellingSalt = 0x5bd1

/** Called for each feature with its bucket and how much it counts. */
type Take = (bucket: number, scale: number) => void

/** The word itself and the pair it makes with the one before. */
export function headWordFeatures({ hash }: Reading, before: Reading | undefined, take: Take): void {
  take(mixed(hash) & mask, wordScale)
  take(mixed(joined(before?.hash ?? edge, hash)) & mask, pairScale)
}

/** Groups of three to five letters: the same wherever the word stands. */
export const headSpellingFeatures = (reading: Reading, take: Take): void =>
  spellingFeatures(reading, (bucket) => take(mixed(bucket ^ spellingSalt) & mask, spellingScale))

/** Values that each word adds, by its position. */
export function headContributions(readings: readonly Reading[], head: LinearHead): Float64Array {
  const { codes, levels } = head
  const spelled = spellingsOf(head)
  const contributions = new Float64Array(readings.length)
  readings.forEach((reading, at) => {
    let sum = spelled.get(reading.text)
    if (sum === undefined) {
      let fresh = 0
      headSpellingFeatures(reading, (bucket, scale) => {
        fresh += scale * (levels[codes[bucket] ?? 0] ?? 0)
      })
      // A longer key would be a view of the whole post, and keep that in memory.
      if (reading.text.length <= maxRememberedLength) spelled.set(reading.text, fresh)
      sum = fresh
    }
    let total = sum
    headWordFeatures(reading, readings[at - 1], (bucket, scale) => {
      total += scale * (levels[codes[bucket] ?? 0] ?? 0)
    })
    contributions[at] = total
  })
  return contributions
}

const maxRemembered = 20_000
const maxRememberedLength = 12
const spellings = new WeakMap<LinearHead, Map<string, number>>()

/** The contribution of a word’s letters, cached across posts. */
function spellingsOf(head: LinearHead): Map<string, number> {
  const known = spellings.get(head)
  if (known !== undefined && known.size < maxRemembered) return known
  const empty = new Map<string, number>()
  spellings.set(head, empty)
  return empty
}

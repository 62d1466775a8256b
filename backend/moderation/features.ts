import { hashText, joined, mixed, offsetBasis } from './hash.ts'
import { indexOf, meaningHashes } from './lexicon.ts'
import type { PostMarks, Reading } from './reading.ts'

export const bucketBits = 18
const mask = (1 << bucketBits) - 1

/** Feature groups, and the weight of one feature of each: a word has many spelling features, so each counts less. */
export const groups = { word: 0, pair: 1, spelling: 2, structure: 3, whole: 4 } as const
export const groupScales: readonly number[] = [1, 0.7, 0.3, 0.7, 0.6]

/** Called for each feature with its bucket, its group, and the position of the word it belongs to. */
export type Take = (bucket: number, group: number, at: number) => void

const functionWords = new Set(
  `a an the is are was were be been am do does did have has had to of in on at by for from with and or but so as than then there here just all every any some
  more most only even very too really about into over out up down back like would could can may might must if because when who what which how why`.split(
    /\s+/,
  ),
)
const plain = hashText('<x>', offsetBasis)
const edge = hashText('<edge>', offsetBasis)
const bucket = (hash: number) => mixed(hash) & mask
const skipReach = 9

/** The features of each word in its place: the word, its neighbors, and the pattern of meanings around it. */
export function wordFeatures(readings: readonly Reading[], take: Take): void {
  let second = edge
  let first = edge
  let abstractThird = edge
  let abstractSecond = edge
  let abstractFirst = edge
  const recent: number[] = []
  for (let at = 0; at < readings.length; at++) {
    const reading = readings[at]
    if (reading === undefined) break
    const { hash, meaning, text } = reading
    take(bucket(hash), groups.word, at)
    if (reading.isNegated) take(bucket(joined(0x51ed27, hash)), groups.word, at)
    if (reading.isQuoted && meaning >= 0)
      take(bucket(joined(0x2c1b3, meaningHashes[meaning] ?? 0)), groups.structure, at)
    take(bucket(joined(first, hash)), groups.pair, at)
    if (second !== edge) take(bucket(joined(0x77f1, joined(second, hash))), groups.pair, at)
    const abstract = meaning >= 0 ? (meaningHashes[meaning] ?? plain) : functionWords.has(text) ? hash : plain
    const two = joined(abstractFirst, abstract)
    const three = joined(abstractSecond, two)
    take(bucket(joined(0x1357, three)), groups.structure, at)
    take(bucket(joined(0x2468, joined(abstractThird, three))), groups.structure, at)
    if (meaning >= 0) {
      take(bucket(joined(0x9999, abstract)), groups.structure, at)
      for (const before of recent) {
        const earlier = readings[before]
        if (earlier === undefined || at - before > skipReach || earlier.sentence !== reading.sentence) continue
        const turned = reading.isNegated !== earlier.isNegated ? 0x1111 : 0x2222
        const pair = joined(turned, joined(meaningHashes[earlier.meaning] ?? 0, abstract))
        take(bucket(pair), groups.structure, at)
        if (at - before <= 4)
          take(bucket(joined(0x3333, joined(meaningHashes[earlier.meaning] ?? 0, hash))), groups.structure, at)
      }
      recent.push(at)
      if (recent.length > 5) recent.shift()
    } else {
      const last = recent.at(-1)
      const earlier = last === undefined ? undefined : readings[last]
      if (last !== undefined && earlier && at - last <= 4 && earlier.sentence === reading.sentence)
        take(bucket(joined(0x4444, joined(meaningHashes[earlier.meaning] ?? 0, hash))), groups.structure, at)
    }
    const previous = readings[at - 1]
    if (previous && previous.meaning >= 0 && meaning < 0)
      take(bucket(joined(0x5555, joined(previous.hash, abstract))), groups.structure, at)
    second = first
    first = hash
    abstractThird = abstractSecond
    abstractSecond = abstractFirst
    abstractFirst = abstract
  }
}

const longestSpelled = 20

/** Three to five letters in a row, with the word's borders: the same wherever the word stands. */
export function spellingFeatures({ text, meaning }: Reading, take: (bucket: number, group: number) => void): void {
  if (text.length < 3 || (meaning >= 0 && text.length < 4)) return
  const word = `<${text.slice(0, longestSpelled)}>`
  for (let from = 0; from + 3 <= word.length; from++) {
    let hash = hashText(word, 0x3c6ef372, from, from + 2)
    for (let to = from + 3; to <= word.length && to <= from + 5; to++) {
      hash = hashText(word, hash, to - 1, to)
      if (to < from + 5 || from % 2 === 0) take(bucket(hash), groups.spelling)
    }
  }
}

/** The features of a segment as a whole: which meanings occur together, how loud and how long it is. */
export function wholeFeatures(
  readings: readonly Reading[],
  marks: PostMarks,
  from: number,
  to: number,
  take: Take,
): void {
  const counts = new Uint16Array(meaningHashes.length)
  const present: number[] = []
  for (let at = from; at < to; at++) {
    const meaning = readings[at]?.meaning ?? -1
    if (meaning < 0) continue
    if (counts[meaning] === 0) present.push(meaning)
    counts[meaning] = (counts[meaning] ?? 0) + 1
  }
  present.sort((a, b) => a - b)
  const add = (hash: number) => take(bucket(joined(0x7777, hash)), groups.whole, from)
  const target = targetOf(counts)
  for (let one = 0; one < present.length; one++) {
    const hash = meaningHashes[present[one] ?? 0] ?? 0
    if ((counts[present[one] ?? 0] ?? 0) > 2) add(joined(0x8888, hash))
    add(joined(0x6660 + target, hash))
    if (to - from <= longestPaired)
      for (let two = one + 1; two < present.length; two++) add(joined(hash, meaningHashes[present[two] ?? 0] ?? 0))
  }
  add(joined(1, Math.min(8, Math.ceil(Math.log2(to - from + 1)))))
  if (marks.capitals > 0.6) add(2)
  if (marks.exclamations > 0) add(joined(3, Math.min(3, marks.exclamations)))
  if (marks.questions > 0) add(4)
  if (marks.quotes > 0) add(5)
  if (marks.hidden > 2) add(6)
  if (marks.repaired > 0) add(joined(7, Math.min(3, marks.repaired)))
}

const longestPaired = 90

const [group, slur, folk] = [indexOf('group'), indexOf('slur'), indexOf('folk')]
const [you, mention, they] = [indexOf('you'), indexOf('mention'), indexOf('they')]

/** Who a segment is about, one bit each: a group, the reader, people, others. Disgust at weeds is about no person. */
function targetOf(counts: Uint16Array): number {
  const isThere = (meaning: number) => (counts[meaning] ?? 0) > 0
  return (
    (isThere(group) || isThere(slur) ? 1 : 0) +
    (isThere(you) || isThere(mention) ? 2 : 0) +
    (isThere(folk) ? 4 : 0) +
    (isThere(they) ? 8 : 0)
  )
}

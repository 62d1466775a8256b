import {
  groupScales,
  type PostReading,
  type Reading,
  spellingFeatures,
  wholeFeatures,
  wordFeatures,
} from './features.ts'
import { classes } from './verdict.ts'

export const classCount = classes.length

/** Weights per bucket and class, each an index into `levels`; `stride` classes a bucket, so that one is one cache line. */
export type Weights = { codes: Uint8Array; levels: Float32Array; bias: Float32Array }

export const stride = 8

/** Log-odds per class, none first, and what each word gave to each class. */
export type Opinion = { logits: Float64Array; shares: Float32Array; from: number; to: number }

const shortestStretch = 3 // words
const longestStretch = 48
/** What a sentence must be ahead of the whole, so that a long post is not held for having many of them. */
const stretchHandicap = 1 // log-odds

/** 1 / sqrt(words + 4): a word counts for more in a short post, and one word alone is not everything. */
export const dampingOf = (words: number): number => 1 / Math.sqrt(words + 4)

/** A long post is as bad as its worst stretch: hateful words do not drown in harmless ones. */
export function opinionOn({ readings, marks }: PostReading, { codes, levels, bias }: Weights): Opinion {
  const shares = new Float32Array(readings.length * classCount)
  const give = (to: Float32Array, at: number, bucket: number, group: number) => {
    const scale = groupScales[group] ?? 0
    const row = bucket * stride
    for (let one = 0; one < classCount; one++) {
      to[at + one] = (to[at + one] ?? 0) + scale * (levels[codes[row + one] ?? 0] ?? 0)
    }
  }
  wordFeatures(readings, (bucket, group, at) => give(shares, at * classCount, bucket, group))
  const spelled = new Map<string, Float32Array>()
  readings.forEach((reading, at) => {
    let share = spelled.get(reading.text)
    if (share === undefined) {
      const fresh = new Float32Array(classCount)
      spellingFeatures(reading, (bucket, group) => give(fresh, 0, bucket, group))
      spelled.set(reading.text, fresh)
      share = fresh
    }
    for (let one = 0; one < classCount; one++) {
      const index = at * classCount + one
      shares[index] = (shares[index] ?? 0) + (share[one] ?? 0)
    }
  })
  const stretch = (from: number, to: number): Float64Array => {
    const logits = new Float64Array(classCount)
    for (let at = from * classCount; at < to * classCount; at += classCount)
      for (let one = 0; one < classCount; one++) logits[one] = (logits[one] ?? 0) + (shares[at + one] ?? 0)
    wholeFeatures(readings, marks, from, to, (bucket, group) => {
      const scale = groupScales[group] ?? 0
      for (let one = 0; one < classCount; one++)
        logits[one] = (logits[one] ?? 0) + scale * (levels[codes[bucket * stride + one] ?? 0] ?? 0)
    })
    const damping = dampingOf(to - from)
    for (let one = 0; one < classCount; one++) logits[one] = (logits[one] ?? 0) * damping + (bias[one] ?? 0)
    return logits
  }
  let worst: Opinion = { logits: stretch(0, readings.length), shares, from: 0, to: readings.length }
  let highest = violationLogit(worst.logits)
  for (const { from, to } of stretches(readings)) {
    const logits = stretch(from, to)
    const height = violationLogit(logits) - stretchHandicap
    if (height <= highest) continue
    highest = height
    logits[0] = (logits[0] ?? 0) + stretchHandicap
    worst = { logits, shares, from, to }
  }
  return worst
}

/** The sentences of a post that has several, in parts of at most 48 words; one of a word or two goes with the next. */
function stretches(readings: readonly Reading[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  let from = 0
  for (let at = 1; at <= readings.length; at++) {
    const isEnd = at === readings.length || readings[at]?.sentence !== readings[at - 1]?.sentence
    if ((!isEnd || at - from < shortestStretch) && at - from < longestStretch) continue
    found.push({ from, to: at })
    from = at
  }
  return found.length > 1 ? found : []
}

/** ln(P(any violation) / P(none)), unbounded. */
export function violationLogit(logits: Float64Array): number {
  let highest = Number.NEGATIVE_INFINITY
  for (let one = 1; one < classCount; one++) highest = Math.max(highest, logits[one] ?? 0)
  let sum = 0
  for (let one = 1; one < classCount; one++) sum += Math.exp((logits[one] ?? 0) - highest)
  return highest + Math.log(sum) - (logits[0] ?? 0)
}

import { classes } from './classes.ts'
import { groupScales, spellingFeatures, wholeFeatures, wordFeatures } from './features.ts'
import { headContributions, type LinearHead } from './linear-head.ts'
import { channels, maxActivations, maxInto, type Network, writeOutput } from './network.ts'
import type { PostReading, Reading } from './reading.ts'

export const classCount = classes.length

/** Weights per bucket and class, each an index into `levels`; the classes of a bucket are padded to `stride` bytes. */
export type Weights = { codes: Uint8Array; levels: Float32Array; bias: Float32Array }

export const stride = 8

/**
 * The part of a post that decides: log-odds per class, none first, the log-odds of any violation by the linear head, and
 * the contribution of each word to each class.
 */
export type PostScore = {
  logits: Float64Array
  headLogit: number
  contributions: Float32Array
  from: number
  to: number
}

const minSentence = 3 // words
const maxSentence = 48
/**
 * A sentence must be this much worse than the whole: alone it is misread more easily, and the more of them a post has the
 * more one of them is.
 */
const sentenceHandicap = (sentences: number) => 4 - 4 / Math.max(2, sentences) // log-odds

/** 1 / sqrt(words + 4): a word weighs more in a short post, but a single word does not decide alone. */
export const dampingOf = (words: number): number => 1 / Math.sqrt(words + 4)

/** Weight of the network’s log-odds beside those of the linear weights. */
const networkWeight = 0.7
/** In a longer post the network reads only the sentences with the worst linear scores. */
const maxNetworkWords = 64

/** Parts that read a post; models of earlier releases have no head. */
export type Scorers = { weights: Weights; network: Network; head: LinearHead | null }

/**
 * A long post is nearly as bad as its worst sentence, so that harmless sentences do not hide a hateful one. `share`: how
 * much the head counts, from 0 to 1.
 */
export function scorePost({ whole, sentences, contributions }: Segments, share: number): PostScore {
  const handicap = sentenceHandicap(sentences.length)
  let worst = whole
  let highest = blended(violationLogit(whole.logits), whole.headLogit, share)
  for (const { from, to, logits, headLogit } of sentences) {
    const handicapped = Float64Array.from(logits)
    handicapped[0] = (logits[0] ?? 0) + handicap
    const sentence = { from, to, logits: handicapped, headLogit: headLogit - handicap }
    const violation = blended(violationLogit(handicapped), sentence.headLogit, share)
    if (violation <= highest) continue
    highest = violation
    worst = sentence
  }
  return { ...worst, logits: Float64Array.from(worst.logits), contributions }
}

/** The log-odds of a violation by the classes and by the head, averaged. */
export const blended = (logit: number, headLogit: number, share: number): number =>
  (1 - share) * logit + share * headLogit

/** The words from `from` to `to`, and their log-odds by class and by the head. */
export type Segment = { from: number; to: number; logits: Float64Array; headLogit: number }

export type Segments = { whole: Segment; sentences: readonly Segment[]; contributions: Float32Array }

/** A post as a whole, and its sentences where it has several; of a long post only the worst ones. */
export function segmentsOf(post: PostReading, { weights, network, head }: Scorers): Segments {
  const { readings } = post
  const contributions = contributionsOf(readings, weights)
  const headLogit = headLogitOf(readings, head)
  const segment = (from: number, to: number) => {
    const logits = linearLogits(post, contributions, from, to, weights)
    return { from, to, logits, headLogit: headLogit(from, to), violation: violationLogit(logits) }
  }
  const whole = segment(0, readings.length)
  const parts = sentencesOf(readings).map(({ from, to }) => segment(from, to))
  const maxima = new Float64Array(channels)
  const networkLogits = new Float64Array(classCount)
  const addNetwork = ({ logits }: Segment, activations: Float64Array) => {
    writeOutput(networkLogits, activations, network)
    for (let one = 0; one < classCount; one++)
      logits[one] = (logits[one] ?? 0) + networkWeight * (networkLogits[one] ?? 0)
  }
  const read = worstOf(parts.length === 0 ? [whole] : parts)
  for (const part of read) {
    const activations = maxActivations(readings, part.from, part.to, network)
    maxInto(maxima, activations)
    if (part !== whole) addNetwork(part, activations)
  }
  addNetwork(whole, maxima)
  return { whole, sentences: read.filter((part) => part !== whole), contributions }
}

/** The head’s log-odds of the words from one position to another. */
function headLogitOf(readings: readonly Reading[], head: LinearHead | null): (from: number, to: number) => number {
  if (head === null) return () => 0
  const contributions = headContributions(readings, head)
  return (from, to) => {
    let sum = 0
    for (let at = from; at < to; at++) sum += contributions[at] ?? 0
    return sum * dampingOf(to - from) + head.bias
  }
}

/** The contribution of each word, by itself and with its neighbors, to each class. */
function contributionsOf(readings: readonly Reading[], weights: Weights): Float32Array {
  const { codes } = weights
  const scaled = scaledLevels(weights)
  const contributions = new Float32Array(readings.length * classCount)
  const add = (to: Float32Array, at: number, bucket: number, group: number) => {
    const levels = scaled[group] ?? none
    const row = bucket * stride
    for (let one = 0; one < classCount; one++) to[at + one] = (to[at + one] ?? 0) + (levels[codes[row + one] ?? 0] ?? 0)
  }
  wordFeatures(readings, (bucket, group, at) => add(contributions, at * classCount, bucket, group))
  const spelled = spellingsOf(weights)
  readings.forEach((reading, at) => {
    let share = spelled.get(reading.text)
    if (share === undefined) {
      const fresh = new Float32Array(classCount)
      spellingFeatures(reading, (bucket, group) => add(fresh, 0, bucket, group))
      // A longer key would be a view of the whole post, and keep that in memory.
      if (reading.text.length <= maxRememberedLength) spelled.set(reading.text, fresh)
      share = fresh
    }
    for (let one = 0; one < classCount; one++) {
      const index = at * classCount + one
      contributions[index] = (contributions[index] ?? 0) + (share[one] ?? 0)
    }
  })
  return contributions
}

const none = new Float64Array(256)
const scales = new WeakMap<Weights, readonly Float64Array[]>()

/** The value of each code, per feature group. */
function scaledLevels(weights: Weights): readonly Float64Array[] {
  const known = scales.get(weights)
  if (known !== undefined) return known
  const scaled = groupScales.map((scale) => Float64Array.from(weights.levels, (level) => scale * level))
  scales.set(weights, scaled)
  return scaled
}

const spellings = new WeakMap<Weights, Map<string, Float32Array>>()
const maxSpellings = 20_000
const maxRememberedLength = 12

/** The contribution of a word’s letters to each class, cached across posts. */
function spellingsOf(weights: Weights): Map<string, Float32Array> {
  const known = spellings.get(weights)
  if (known !== undefined && known.size < maxSpellings) return known
  const empty = new Map<string, Float32Array>()
  spellings.set(weights, empty)
  return empty
}

function linearLogits(
  { readings, marks }: PostReading,
  contributions: Float32Array,
  from: number,
  to: number,
  { codes, levels, bias }: Weights,
): Float64Array {
  const logits = new Float64Array(classCount)
  for (let at = from * classCount; at < to * classCount; at += classCount)
    for (let one = 0; one < classCount; one++) logits[one] = (logits[one] ?? 0) + (contributions[at + one] ?? 0)
  wholeFeatures(readings, marks, from, to, (bucket, group) => {
    const scale = groupScales[group] ?? 0
    for (let one = 0; one < classCount; one++)
      logits[one] = (logits[one] ?? 0) + scale * (levels[codes[bucket * stride + one] ?? 0] ?? 0)
  })
  const damping = dampingOf(to - from)
  for (let one = 0; one < classCount; one++) logits[one] = (logits[one] ?? 0) * damping + (bias[one] ?? 0)
  return logits
}

/** The parts with the worst linear scores, as many as the network has time for. */
function worstOf<Part extends Segment & { violation: number }>(parts: readonly Part[]): readonly Part[] {
  if ((parts.at(-1)?.to ?? 0) <= maxNetworkWords) return parts
  const chosen: Part[] = []
  let words = 0
  for (const part of parts.toSorted((a, b) => b.violation - a.violation || a.from - b.from)) {
    words += part.to - part.from
    if (words > maxNetworkWords && chosen.length > 0) break
    chosen.push(part)
  }
  return chosen
}

/** The sentences of a post that has several, in parts of at most 48 words; one of a word or two joins the next. */
function sentencesOf(readings: readonly Reading[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  let from = 0
  for (let at = 1; at <= readings.length; at++) {
    const isEnd = at === readings.length || readings[at]?.sentence !== readings[at - 1]?.sentence
    if ((!isEnd || at - from < minSentence) && at - from < maxSentence) continue
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

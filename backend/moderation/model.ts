import { classes } from './classes.ts'
import { groupScales, spellingFeatures, wholeFeatures, wordFeatures } from './features.ts'
import { channels, type Network, raise, strongestAnswers, writeOutput } from './network.ts'
import type { PostReading, Reading } from './reading.ts'

export const classCount = classes.length

/** Weights per bucket and class, each an index into `levels`; `stride` classes a bucket, so that one is one cache line. */
export type Weights = { codes: Uint8Array; levels: Float32Array; bias: Float32Array }

export const stride = 8

/** Log-odds per class, none first, and what each word gave to each class. */
export type Opinion = { logits: Float64Array; shares: Float32Array; from: number; to: number }

const shortestSentence = 3 // words
const longestSentence = 48
/** What a sentence must be ahead of the whole: taken by itself it is more easily misread, and a long post has many. */
const handicap = 4 // log-odds

/** 1 / sqrt(words + 4): a word counts for more in a short post, and one word alone is not everything. */
export const dampingOf = (words: number): number => 1 / Math.sqrt(words + 4)

/** How much what the network says counts beside the weights. */
const networkShare = 0.7
/** Words the network reads at most; of a longer post the sentences that the weights find worst. */
const mostRead = 64

/** A long post is as bad as its worst sentence, nearly: hateful words do not drown in harmless ones. */
export function opinionOn(post: PostReading, { weights, network }: { weights: Weights; network: Network }): Opinion {
  const { readings } = post
  const shares = sharesOf(readings, weights)
  const stretch = (from: number, to: number): Stretch => {
    const logits = weighed(post, shares, from, to, weights)
    return { from, to, logits, height: violationLogit(logits) }
  }
  const whole = stretch(0, readings.length)
  const parts = sentences(readings).map(({ from, to }) => stretch(from, to))
  const strongest = new Float64Array(channels)
  const heard = new Float64Array(classCount)
  const hear = ({ logits }: Stretch, answers: Float64Array) => {
    writeOutput(heard, answers, network)
    for (let one = 0; one < classCount; one++) logits[one] = (logits[one] ?? 0) + networkShare * (heard[one] ?? 0)
  }
  let worst = whole
  let highest = Number.NEGATIVE_INFINITY
  for (const part of worstOf(parts.length === 0 ? [whole] : parts)) {
    const answers = strongestAnswers(readings, part.from, part.to, network)
    raise(strongest, answers)
    if (part === whole) continue
    hear(part, answers)
    part.logits[0] = (part.logits[0] ?? 0) + handicap
    const height = violationLogit(part.logits)
    if (height <= highest) continue
    highest = height
    worst = part
  }
  hear(whole, strongest)
  return { ...(violationLogit(whole.logits) >= highest ? whole : worst), shares }
}

/** What each word by itself and with its neighbours gives to each class. */
function sharesOf(readings: readonly Reading[], weights: Weights): Float32Array {
  const { codes } = weights
  const scaled = scaledLevels(weights)
  const shares = new Float32Array(readings.length * classCount)
  const give = (to: Float32Array, at: number, bucket: number, group: number) => {
    const levels = scaled[group] ?? none
    const row = bucket * stride
    for (let one = 0; one < classCount; one++) to[at + one] = (to[at + one] ?? 0) + (levels[codes[row + one] ?? 0] ?? 0)
  }
  wordFeatures(readings, (bucket, group, at) => give(shares, at * classCount, bucket, group))
  const spelled = spellingsOf(weights)
  readings.forEach((reading, at) => {
    let share = spelled.get(reading.text)
    if (share === undefined) {
      const fresh = new Float32Array(classCount)
      spellingFeatures(reading, (bucket, group) => give(fresh, 0, bucket, group))
      // A longer one would be a view of the whole post, and keep that in memory.
      if (reading.text.length <= longestRemembered) spelled.set(reading.text, fresh)
      share = fresh
    }
    for (let one = 0; one < classCount; one++) {
      const index = at * classCount + one
      shares[index] = (shares[index] ?? 0) + (share[one] ?? 0)
    }
  })
  return shares
}

const none = new Float64Array(256)
const scales = new WeakMap<Weights, readonly Float64Array[]>()

/** What a code of each group comes to. */
function scaledLevels(weights: Weights): readonly Float64Array[] {
  const known = scales.get(weights)
  if (known !== undefined) return known
  const scaled = groupScales.map((scale) => Float64Array.from(weights.levels, (level) => scale * level))
  scales.set(weights, scaled)
  return scaled
}

const spellings = new WeakMap<Weights, Map<string, Float32Array>>()
const mostSpellings = 20_000
const longestRemembered = 12

/** What the letters of a word give to each class, remembered from post to post. */
function spellingsOf(weights: Weights): Map<string, Float32Array> {
  const known = spellings.get(weights)
  if (known !== undefined && known.size < mostSpellings) return known
  const empty = new Map<string, Float32Array>()
  spellings.set(weights, empty)
  return empty
}

function weighed(
  { readings, marks }: PostReading,
  shares: Float32Array,
  from: number,
  to: number,
  { codes, levels, bias }: Weights,
): Float64Array {
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

/** Words from `from` to `to`, their log-odds per class, and how far those lean to a violation. */
type Stretch = { from: number; to: number; logits: Float64Array; height: number }

/** The worst parts by the weights, as many as the network has time for. */
function worstOf(parts: readonly Stretch[]): readonly Stretch[] {
  if ((parts.at(-1)?.to ?? 0) <= mostRead) return parts
  const chosen: Stretch[] = []
  let words = 0
  for (const part of parts.toSorted((a, b) => b.height - a.height || a.from - b.from)) {
    words += part.to - part.from
    if (words > mostRead && chosen.length > 0) break
    chosen.push(part)
  }
  return chosen
}

/** The sentences of a post that has several, in parts of at most 48 words; one of a word or two goes with the next. */
function sentences(readings: readonly Reading[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  let from = 0
  for (let at = 1; at <= readings.length; at++) {
    const isEnd = at === readings.length || readings[at]?.sentence !== readings[at - 1]?.sentence
    if ((!isEnd || at - from < shortestSentence) && at - from < longestSentence) continue
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

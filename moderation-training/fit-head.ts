import { headBits, headSpellingFeatures, headWordFeatures } from '../backend/moderation/linear-head.ts'
import { dampingOf } from '../backend/moderation/model.ts'
import type { Vocabulary } from '../backend/moderation/plain-words.ts'
import { readPost } from '../backend/moderation/reading.ts'
import type { Post } from './posts.ts'
import { createRandom, shuffled } from './random.ts'

export type HeadSettings = { epochs: number; rate: number; smoothing: number; seed: number }

export const defaultHeadSettings: HeadSettings = { epochs: 10, rate: 0.06, smoothing: 0.03, seed: 1 }

export type FittedHead = { weights: Float32Array; bias: number }

const maxWords = 400

/** Sets filled by a program: people do not write such sentences. */
const filled = new Set(['synthetic-templates', 'identity-madlibs'])

/** True when a person wrote the post, for readers and not for this training. */
export const isByPeople = ({ source }: Pick<Post, 'source'>): boolean =>
  !source.startsWith('examples') && !filled.has(source)

/** Logistic regression by AdaGrad: a violation of any type or none. */
export function fitHead(
  posts: readonly Pick<Post, 'text' | 'label'>[],
  vocabulary: Vocabulary,
  { epochs, rate, smoothing, seed }: HeadSettings,
  onStep: (done: number, total: number) => void,
): FittedHead {
  const rows = posts.map(({ text, label }) => ({ ...featuresOf(text, vocabulary), isViolation: label !== 'none' }))
  const weights = new Float32Array(1 << headBits)
  const squares = new Float32Array(weights.length).fill(1e-4)
  let bias = 0
  let biasSquare = 1e-2
  const random = createRandom(seed)
  const total = epochs * rows.length
  let done = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    const stepSize = rate * (1 - epoch / (epochs + 1))
    for (const place of shuffled(rows.length, random)) {
      const row = rows[place]
      if (row === undefined) continue
      const { buckets, scales, damping, isViolation } = row
      let logit = 0
      for (let at = 0; at < buckets.length; at++) logit += (scales[at] ?? 0) * (weights[buckets[at] ?? 0] ?? 0)
      const wanted = isViolation ? 1 - smoothing / 2 : smoothing / 2
      const gradient = 1 / (1 + Math.exp(-(logit * damping + bias))) - wanted
      for (let at = 0; at < buckets.length; at++) {
        const bucket = buckets[at] ?? 0
        const derivative = gradient * (scales[at] ?? 0) * damping
        const square = (squares[bucket] ?? 0) + derivative * derivative
        squares[bucket] = square
        weights[bucket] = (weights[bucket] ?? 0) - (stepSize * derivative) / Math.sqrt(square)
      }
      biasSquare += gradient * gradient
      bias -= (stepSize * gradient) / Math.sqrt(biasSquare)
      done++
      if (done % 512 === 0) onStep(done, total)
    }
  }
  onStep(total, total)
  return { weights, bias }
}

function featuresOf(text: string, vocabulary: Vocabulary) {
  const readings = readPost(text, vocabulary).readings.slice(0, maxWords)
  const buckets: number[] = []
  const scales: number[] = []
  const take = (bucket: number, scale: number) => {
    buckets.push(bucket)
    scales.push(scale)
  }
  readings.forEach((reading, at) => {
    headWordFeatures(reading, readings[at - 1], take)
    headSpellingFeatures(reading, take)
  })
  return {
    buckets: Uint32Array.from(buckets),
    scales: Float32Array.from(scales),
    damping: dampingOf(readings.length),
  }
}

import { bucketBits, groupScales } from '../backend/moderation/features.ts'
import { classCount, dampingOf } from '../backend/moderation/model.ts'
import type { FeatureTable } from './feature-table.ts'
import { gradientOf, type Target } from './gradient.ts'
import { createRandom, shuffled } from './random.ts'

export type Fitted = { weights: Float32Array; bias: Float32Array }

export type FitSettings = { epochs: number; rate: number; decay: number; smoothing: number; seed: number }

export const defaultSettings: FitSettings = { epochs: 8, rate: 0.04, decay: 1e-4, smoothing: 0.03, seed: 1 }

/**
 * Multinomial logistic regression by AdaGrad. Where several classes count as right, their joint probability is raised, so
 * that the type follows from the posts whose type is known.
 */
export function fitWeights(
  { features, starts, words }: FeatureTable,
  targets: readonly Target[],
  { epochs, rate, decay, smoothing, seed }: FitSettings,
  onStep: (done: number, total: number) => void,
): Fitted {
  const mask = (1 << bucketBits) - 1
  const weights = new Float32Array((mask + 1) * classCount)
  const squares = new Float32Array(weights.length).fill(1e-4)
  const bias = new Float32Array(classCount)
  const biasSquares = new Float32Array(classCount).fill(1e-2)
  const random = createRandom(seed)
  const logits = new Float64Array(classCount)
  const gradient = new Float64Array(classCount)
  let done = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    const stepSize = rate * (1 - epoch / (epochs + 1))
    for (const post of shuffled(targets.length, random)) {
      const target = targets[post]
      if (target === undefined) continue
      const from = starts[post] ?? 0
      const to = starts[post + 1] ?? from
      const damping = dampingOf(words[post] ?? 0)
      logits.fill(0)
      for (let at = from; at < to; at++) {
        const feature = features[at] ?? 0
        const scale = groupScales[feature >>> bucketBits] ?? 0
        const row = (feature & mask) * classCount
        for (let one = 0; one < classCount; one++) logits[one] = (logits[one] ?? 0) + scale * (weights[row + one] ?? 0)
      }
      for (let one = 0; one < classCount; one++) logits[one] = (logits[one] ?? 0) * damping + (bias[one] ?? 0)
      gradientOf(logits, target, smoothing, gradient)
      for (let at = from; at < to; at++) {
        const feature = features[at] ?? 0
        const scale = (groupScales[feature >>> bucketBits] ?? 0) * damping
        const row = (feature & mask) * classCount
        for (let one = 0; one < classCount; one++) {
          const weight = weights[row + one] ?? 0
          const derivative = (gradient[one] ?? 0) * scale + decay * weight
          const square = (squares[row + one] ?? 0) + derivative * derivative
          squares[row + one] = square
          weights[row + one] = weight - (stepSize * derivative) / Math.sqrt(square)
        }
      }
      for (let one = 0; one < classCount; one++) {
        const derivative = gradient[one] ?? 0
        biasSquares[one] = (biasSquares[one] ?? 0) + derivative * derivative
        bias[one] = (bias[one] ?? 0) - (stepSize * derivative) / Math.sqrt(biasSquares[one] ?? 1)
      }
      done++
      if (done % 512 === 0) onStep(done, epochs * targets.length)
    }
  }
  onStep(epochs * targets.length, epochs * targets.length)
  return { weights, bias }
}

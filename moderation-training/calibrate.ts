import type { Curve } from '../backend/moderation/calibration.ts'

export type Scored = { logit: number; isViolation: boolean; weight: number }

const minPerPoint = 60

/**
 * Isotonic regression (pool adjacent violators) of the share of violations over the log-odds, reduced to the middle of
 * each of its steps of at least 60 posts. The ends stay away from 0 and 1, which no finite sample can prove.
 */
export function calibrate(scored: readonly Scored[]): Curve {
  const sorted = scored.toSorted((a, b) => a.logit - b.logit)
  type Step = { weight: number; violations: number; logits: number; posts: number }
  const steps: Step[] = []
  for (const { logit, isViolation, weight } of sorted) {
    const step = { weight, violations: isViolation ? weight : 0, logits: logit * weight, posts: 1 }
    const last = steps.at(-1)
    if (last && last.posts < minPerPoint) add(last, step)
    else steps.push(step)
  }
  const pooled: Step[] = []
  for (const step of steps) {
    pooled.push(step)
    for (
      let [before, last] = pooled.slice(-2);
      before && last && rate(before) >= rate(last);
      [before, last] = pooled.slice(-2)
    ) {
      add(before, last)
      pooled.pop()
    }
  }
  return pooled.map((step): [number, number] => [round(step.logits / step.weight), round(rate(step))])

  function add(into: Step, other: Step) {
    into.weight += other.weight
    into.violations += other.violations
    into.logits += other.logits
    into.posts += other.posts
  }
  function rate({ violations, weight }: Step) {
    return Math.min(0.995, Math.max(0.005, violations / weight))
  }
}

const round = (value: number) => Math.round(value * 1e4) / 1e4

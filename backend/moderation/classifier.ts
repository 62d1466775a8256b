import type { Classification, ViolationType } from '../domain/screening.ts'
import { probabilityAt } from './calibration.ts'
import { classes } from './classes.ts'
import { indexOf, publicAffairs } from './lexicon.ts'
import { type PostScore, scorePost, violationLogit } from './model.ts'
import type { Model } from './model-file.ts'
import { type PostReading, type Reading, readPost } from './reading.ts'
import { signalsOf } from './signals.ts'
import { decidingSpans } from './spans.ts'
import { traitsOf } from './traits.ts'

/** The raw result of the model and the rules for a post, before calibration. */
export type Uncalibrated = {
  type: ViolationType
  logit: number
  isPolitical: boolean
  post: PostReading
  score: PostScore
}

/** Part of the version: a changed rule or feature changes results, as a new training does. */
export const rulesVersion = 3

/** Classifies a text. Pure: the same text and model give the same answer. Never throws. */
export function classify(text: string, model: Model): Classification {
  const { type, logit, isPolitical, post, score } = uncalibrated(text, model)
  const curve = isPolitical ? model.calibration.political : model.calibration.other
  return {
    source: 'model',
    traits: traitsOf(text, post.readings, model.vocabulary),
    violationType: type,
    probability: Math.min(1, Math.max(0, probabilityAt(curve, logit))),
    spans: decidingSpans(post, score, type, text.length),
    moderator: `${model.version}-r${rulesVersion}`,
  }
}

/** The likeliest violation and the log-odds of any, which calibration turns into a probability. */
export function uncalibrated(text: string, model: Model): Uncalibrated {
  const post = readPost(text, model.vocabulary)
  const score = scorePost(post, model)
  const deciding = post.readings.slice(score.from, score.to)
  const signals = signalsOf(deciding)
  for (let one = 1; one < classes.length; one++) score.logits[one] = (score.logits[one] ?? 0) + (signals[one] ?? 0)
  let type: ViolationType = 'harassment'
  let highest = Number.NEGATIVE_INFINITY
  classes.forEach((one, place) => {
    const logit = score.logits[place] ?? 0
    if (one === 'none' || logit <= highest) return
    highest = logit
    type = one
  })
  return {
    type,
    logit: post.readings.length === 0 ? emptyLogit : violationLogit(score.logits),
    isPolitical: isPolitical(post.readings),
    post,
    score,
  }
}

const emptyLogit = -20

const political = new Set(([...publicAffairs, 'office', 'faith'] as const).map(indexOf))

/** A post is political if it has one word of politics, an office, weapons or faith. */
const isPolitical = (readings: readonly Reading[]): boolean => readings.some(({ meaning }) => political.has(meaning))

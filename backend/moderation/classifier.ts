import { type Calibration, probabilityAt } from './calibration.ts'
import { classes } from './classes.ts'
import type { Classification, ViolationType } from './classification.ts'
import { indexOf, publicAffairs } from './lexicon.ts'
import { blended, type PostScore, type Segments, scorePost, segmentsOf, violationLogit } from './model.ts'
import type { Model } from './model-file.ts'
import { type PostReading, type Reading, readPost } from './reading.ts'
import { signalsOf } from './signals.ts'
import { decidingSpans } from './spans.ts'
import { traitsOf } from './traits.ts'

/** A post as the model reads it, before its parts are weighed. */
export type ReadPost = { post: PostReading; domain: keyof Calibration; segments: Segments }

/** The raw result of the model and the rules for a post, before calibration. */
export type Uncalibrated = { type: ViolationType; logit: number; score: PostScore }

/** Part of the version: a changed rule or feature changes results, as a new training does. */
export const rulesVersion = 4

/** Classifies a text. Pure: the same text and model give the same answer. Never throws. */
export const classify = (text: string, model: Model): Classification =>
  classificationOf(text, readWith(text, model), model)

export function classificationOf(text: string, read: ReadPost, model: Model): Classification {
  const { post, domain } = read
  const { type, logit, score } = uncalibrated(read, model.shares[domain])
  return {
    source: 'model',
    traits: traitsOf(text, post.readings, model.vocabulary),
    heldFrom: model.holds[domain][type],
    rejectedFrom: model.rejections[type],
    violationType: type,
    probability: Math.min(1, Math.max(0, probabilityAt(model.calibration[domain], logit))),
    spans: decidingSpans(post, score, type, text.length),
    moderator: `${model.version}-r${rulesVersion}`,
  }
}

export function readWith(text: string, model: Model): ReadPost {
  const post = readPost(text, model.vocabulary)
  return { post, domain: domainOf(post.readings), segments: segmentsOf(post, model) }
}

/**
 * The likeliest violation and the log-odds of any, which calibration turns into a probability. `share`: how much the head
 * counts, from 0 to 1.
 */
export function uncalibrated({ post, segments }: ReadPost, share: number): Uncalibrated {
  const score = scorePost(segments, share)
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
    logit: post.readings.length === 0 ? emptyLogit : blended(violationLogit(score.logits), score.headLogit, share),
    score,
  }
}

const emptyLogit = -20

const political = new Set(([...publicAffairs, 'office', 'faith'] as const).map(indexOf))

/** A post is political if it has one word of politics, an office, weapons or faith. */
const domainOf = (readings: readonly Reading[]): keyof Calibration =>
  readings.some(({ meaning }) => political.has(meaning)) ? 'political' : 'other'

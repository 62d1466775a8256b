import type { Classification, ViolationType } from '../domain/screening.ts'
import { probabilityAt } from './calibration.ts'
import { classes } from './classes.ts'
import { indexOf, publicAffairs } from './lexicon.ts'
import { type Opinion, opinionOn, violationLogit } from './model.ts'
import type { Model } from './model-file.ts'
import { type PostReading, type Reading, readPost } from './reading.ts'
import { signalsOf } from './signals.ts'
import { decidingSpans } from './spans.ts'

/** What the model and the rules make of a post before calibration. */
export type RawVerdict = {
  type: ViolationType
  logit: number
  isPolitical: boolean
  post: PostReading
  opinion: Opinion
}

/** Counts with the model: a change of a rule or feature changes verdicts as a new training does. */
export const rulesVersion = 2

/** Classifies a text. Pure: the same text and model give the same answer. Never throws. */
export function judge(text: string, model: Model): Classification {
  const { type, logit, isPolitical, post, opinion } = rawVerdict(text, model)
  const curve = isPolitical ? model.calibration.political : model.calibration.other
  return {
    source: 'model',
    violationType: type,
    probability: Math.min(1, Math.max(0, probabilityAt(curve, logit))),
    spans: decidingSpans(post, opinion, type, text.length),
    moderator: `${model.version}-r${rulesVersion}`,
  }
}

/** The verdict in log-odds, which calibration turns into a probability. */
export function rawVerdict(text: string, model: Model): RawVerdict {
  const post = readPost(text, model.vocabulary)
  const opinion = opinionOn(post, model)
  const deciding = post.readings.slice(opinion.from, opinion.to)
  const signals = signalsOf(deciding)
  for (let one = 1; one < classes.length; one++) opinion.logits[one] = (opinion.logits[one] ?? 0) + (signals[one] ?? 0)
  let type: ViolationType = 'harassment'
  let highest = Number.NEGATIVE_INFINITY
  classes.forEach((one, place) => {
    const logit = opinion.logits[place] ?? 0
    if (one === 'none' || logit <= highest) return
    highest = logit
    type = one
  })
  return {
    type,
    logit: post.readings.length === 0 ? emptyLogit : violationLogit(opinion.logits),
    isPolitical: isPolitical(post.readings),
    post,
    opinion,
  }
}

const emptyLogit = -20

const political = new Set(([...publicAffairs, 'office', 'faith'] as const).map(indexOf))

/** A word of politics, of an office, of arms or faith, wherever it stands, makes a post political. */
const isPolitical = (readings: readonly Reading[]): boolean => readings.some(({ meaning }) => political.has(meaning))
